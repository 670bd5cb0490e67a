#include "nook/ops/log_softmax/log_softmax_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr int32_t kMostDepth = (1 << 12) - 1;
constexpr int32_t kIntegerBits = 5, kFractionBits = 31 - kIntegerBits;  // bits of a distance

Code check_shape(const NodeView& node, PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, x.rank > 0, Reason::kRank, 0, 1, 0);
  return check_output_shape(node.outputs[0], x, context);
}

// 1 / (multiplier * 2^(shift - 31)), rounded like TensorFlow Lite.
FixedScale inverse_of(const FixedScale& scale) {
  const int64_t divisor = scale.multiplier;
  const int64_t quotient = ((int64_t{1} << 61) + divisor / 2) / divisor;
  if (quotient >> 31) return {static_cast<int32_t>(quotient >> 1), 2 - scale.shift};
  return {static_cast<int32_t>(quotient), 1 - scale.shift};
}

}  // namespace

NOOK_FORM_KERNEL(nook_log_softmax_s8_ref, in_place, LogSoftmaxS8)
NOOK_FORM_KERNEL(nook_log_softmax_f32_ref, in_place, LogSoftmaxF32)

Result<LogSoftmaxS8::Params> LogSoftmaxS8::prepare(const Op::Attrs&, const NodeView& node,
                                                   PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s8_to_s8(x, y, context));
  NOOK_TRY(check_fixed_output(y, 4, 127, context));
  NOOK_TRY(check_shape(node, context));
  const int32_t depth = x.shape.back(0);
  NOOK_CHECK(context, depth <= kMostDepth, Reason::kChannels, 0, kMostDepth, depth);
  const auto scale = fixed_ratio(x.scale(), 1, 1.0f / (1 << kFractionBits));
  NOOK_CHECK(context, scale && scale->shift >= 2, Reason::kScaleValue, 0, 0, 0);
  const FixedScale back = inverse_of(*scale);
  const int32_t least = -static_cast<int32_t>(scaled((1 << kIntegerBits) - 1, kFractionBits - scale->shift));
  return Params{
      x.shape.elements() / depth, depth, scale->multiplier, scale->shift, least, back.multiplier, back.shift};
}

Result<LogSoftmaxF32::Params> LogSoftmaxF32::prepare(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_shape(node, context));
  return Params{x.shape.elements() / x.shape.back(0), x.shape.back(0)};
}

void LogSoftmaxS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth), f.value("multiplier", p.multiplier),
      f.value("shift", p.shift);
  f.value("least", p.least), f.value("back_multiplier", p.back_multiplier);
  f.value("back_shift", p.back_shift);
}

void LogSoftmaxF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth);
}

}  // namespace nook

NOOK_DEFINE_OP(LogSoftmax, log_softmax)
