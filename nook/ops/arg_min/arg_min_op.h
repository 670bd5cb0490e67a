#pragma once
#include "nook/ops/arg_min/arg_min.h"
#include "nook/ops/families/one_axis.h"
#include "nook/ops/families/unary_op.h"

namespace nook {

template <DType type>
struct ArgMinOf;

// y = index of the smallest element of x along the axis of operand 1, a constant; the first of equals. int32.
struct ArgMin : PlainOp<ArgMin> {
  static constexpr OpCode kCode = OpCode::kArgMin;
  static constexpr const char* kName = "ArgMin";
  static constexpr Signature kSignature = operands(Role::kData, Role::kPrepared);
  using Forms = List<ArgMinOf<DType::kS8>, ArgMinOf<DType::kF32>>;
};

// int8, of any quantization, or float32.
template <DType type>
struct ArgMinOf {
  using Op = ArgMin;
  using Params = nook_arg_min;
  static constexpr const char* kType = "nook_arg_min";
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

using ArgMinS8 = ArgMinOf<DType::kS8>;
using ArgMinF32 = ArgMinOf<DType::kF32>;

template <>
Span<const Kernel> ArgMinS8::kernels();
template <>
Span<const Kernel> ArgMinF32::kernels();

}  // namespace nook
