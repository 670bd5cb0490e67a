#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu/relu.h"

namespace nook {

struct ReluS8;

// y = max(x, 0).
struct Relu : PlainOp<Relu> {
  static constexpr OpCode kCode = OpCode::kRelu;
  static constexpr Signature kSignature = operands(Role::kData);
  using Forms = List<ReluS8, UnaryF32<Relu>, SlopesS16<Relu>>;

  static Span<const Kernel> f32_kernels();
  static Result<nook_slopes_s16> slopes(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

// int8; input and output may be scaled differently.
struct ReluS8 : FormOf<Relu, nook_relu_s8, ByRows::kSlice> {
  static constexpr const char* kType = "nook_relu_s8";

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

using ReluS16 = SlopesS16<Relu>;
using ReluF32 = UnaryF32<Relu>;

}  // namespace nook
