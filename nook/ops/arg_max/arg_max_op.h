#pragma once
#include "nook/ops/arg_max/arg_max.h"
#include "nook/ops/families/one_axis.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

template <DType type>
struct ArgMaxOf;

// y = index of the largest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMax : PlainOp<ArgMax> {
  static constexpr OpCode kCode = OpCode::kArgMax;
  static constexpr const char* kName = "ArgMax";
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  using Forms = List<ArgMaxOf<DType::kS8>, ArgMaxOf<DType::kF32>>;
};

// int8, of any quantization, or float32.
template <DType type>
struct ArgMaxOf {
  using Op = ArgMax;
  using Params = nook_arg_max;
  static constexpr const char* kType = "nook_arg_max";
  static constexpr ByRows kRows = ByRows::kNone;

  static Result<Params> prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
    NOOK_REQUIRE(node.inputs[0].type == type && node.outputs[0].type == DType::kS32, Code::kBadType);
    const Result<OneAxis> axis = index_axis(node, context);
    NOOK_REQUIRE(axis, axis.code());
    return Params{axis->outer, axis->size, axis->inner};
  }
  static Span<const Kernel> kernels();
  static int64_t macs(const Params&) { return 0; }

  template <class F>
  static void fields(F& f, const Params& p) {
    f.value("outer", p.outer), f.value("size", p.size), f.value("inner", p.inner);
  }
};

using ArgMaxS8 = ArgMaxOf<DType::kS8>;
using ArgMaxF32 = ArgMaxOf<DType::kF32>;

template <>
Span<const Kernel> ArgMaxS8::kernels();
template <>
Span<const Kernel> ArgMaxF32::kernels();

}  // namespace nook
