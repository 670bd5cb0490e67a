#include "nook/ops/softmax/softmax_op.h"

#include <float.h>

#include "nook/model/fields.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(SoftmaxS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/softmax/s8.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(SoftmaxF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/softmax/f32.inc"
};
#undef NOOK_KERNEL

constexpr int32_t kIntegerBits = 5, kFractionBits = 31 - kIntegerBits;  // of an exponent

template <class Params>
Code prepare_rows(const Softmax::Attrs& attrs, const NodeView& node, PrepareContext& context, Params* p) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, x.rank >= 1, Reason::kRank, 0, 1, x.rank);
  NOOK_CHECK(context, attrs.beta > 0 && attrs.beta <= FLT_MAX, Reason::kAttribute, 0, 1, 0);
  const Code code = check_output_shape(node.outputs[0], x, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  p->depth = x.back(0), p->rows = x.elements() / p->depth;
  return Code::kOk;
}

// beta * scale in units of 2^-kFractionBits. TensorFlow Lite keeps it below 2^31.
FixedScale exponent_factor(float beta, float scale) {
  const auto factor = fixed_ratio(beta, scale, 1.0f / (1 << kFractionBits));
  if (factor) return *factor;
  const auto half = fixed_ratio(beta, scale, 2.0f / (1 << kFractionBits));
  return {half ? half->multiplier : INT32_MAX, 31};
}

}  // namespace

Span<const Kernel> SoftmaxS8::kernels() { return kS8; }
Span<const Kernel> SoftmaxF32::kernels() { return kF32; }

Result<Softmax::Attrs> Softmax::parse(const NodeView& node) {
  return Attrs{node.options[fields::SoftmaxOptions::beta]};
}

Result<SoftmaxS8::Params> SoftmaxS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  Code code = check_quantized_s8(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_quantized_s8(y, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_fixed_output(y, 8, -128, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  Params p{};
  code = prepare_rows(attrs, node, context, &p);
  NOOK_REQUIRE(code == Code::kOk, code);
  const FixedScale factor = exponent_factor(attrs.beta, x.scale());
  NOOK_CHECK(context, factor.shift >= 0, Reason::kScaleValue, 0, 0, 0);
  p.multiplier = factor.multiplier, p.shift = factor.shift;
  p.least = -static_cast<int32_t>(scaled((1 << kIntegerBits) - 1, kFractionBits - factor.shift));
  return p;
}

Result<SoftmaxF32::Params> SoftmaxF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  Params p{};
  const Code code = prepare_rows(attrs, node, context, &p);
  NOOK_REQUIRE(code == Code::kOk, code);
  p.beta = attrs.beta;
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Softmax, softmax)
