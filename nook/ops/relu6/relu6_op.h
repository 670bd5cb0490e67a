#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu6/relu6.h"

namespace nook {

struct Relu6S8;
struct Relu6S16;

// y = min(max(x, 0), 6).
struct Relu6 : PlainOp<Relu6> {
  static constexpr OpCode kCode = OpCode::kRelu6;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<Relu6S8, UnaryF32<Relu6>, Relu6S16>;

  static Span<const Kernel> f32_kernels();
};

// int8; input and output are scaled alike.
struct Relu6S8 : FormOf<Relu6, nook_relu6_s8, ByRows::kSlice> {
  static constexpr const char* kType = "nook_relu6_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// int16 likewise.
struct Relu6S16 : Relu6S8 {
  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
};

using Relu6F32 = UnaryF32<Relu6>;

}  // namespace nook
