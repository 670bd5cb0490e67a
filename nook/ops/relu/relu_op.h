#pragma once
#include "nook/ops/families/unary_op.h"
#include "nook/ops/relu/relu.h"

namespace nook {

struct ReluS8;
struct ReluF32;

// y = max(x, 0).
struct Relu {
  static constexpr OpCode kCode = OpCode::kRelu;
  static constexpr const char* kName = "Relu";
  static constexpr Signature kSignature = operands(Role::kData);
  struct Attrs {
    using Op = Relu;
  };
  static Result<Attrs> parse(const NodeView& node);
  using Forms = List<ReluS8, ReluF32, SlopesS16<Relu>>;

  static Result<nook_slopes_s16> slopes(const Attrs& attrs, const NodeView& node, PrepareContext& context);
};

// int8; input and output may be scaled differently.
struct ReluS8 {
  using Op = Relu;
  using Params = nook_relu_s8;
  static constexpr const char* kType = "nook_relu_s8";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("multiplier", p.multiplier), f.value("shift", p.shift);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  }
};

// float32.
struct ReluF32 {
  using Op = Relu;
  using Params = nook_relu_f32;
  static constexpr const char* kType = "nook_relu_f32";
  static constexpr ByRows kRows = ByRows::kSlice;

  static Result<Params> prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context);
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("size", p.size);
  }
};

using ReluS16 = SlopesS16<Relu>;

}  // namespace nook
