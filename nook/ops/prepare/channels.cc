#include "nook/ops/prepare/channels.h"

#include "nook/ops/prepare/checks.h"

namespace nook {

namespace {

Code check_scales(const NodeView& node, int32_t channels, int32_t most_shift, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  const size_t count = static_cast<size_t>(channels);
  NOOK_CHECK(context, w.scales.size() == 1 || w.scales.size() == count, Reason::kScaleCount, 1, channels,
             w.scales.size());
  NOOK_CHECK(context, w.zero_point == 0, Reason::kZeroPoint, 1, 0, w.zero_point);
  size_t largest = 0;  // a factor that is too large is the only possible fault
  for (size_t i = 1; i < w.scales.size(); ++i)
    if (w.scales[i] > w.scales[largest]) largest = i;
  const auto factor = fixed_ratio(x.scale(), w.scales[largest], y.scale());
  NOOK_CHECK(context, factor && factor->shift <= most_shift, Reason::kScaleValue, 1, 0, largest);
  return Code::kOk;
}

}  // namespace

Code check_channel_scales(const NodeView& node, int32_t channels, PrepareContext& context) {
  return check_scales(node, channels, INT32_MAX, context);
}
Code check_channel_scales_s16(const NodeView& node, int32_t channels, PrepareContext& context) {
  return check_scales(node, channels, NOOK_MAX_SHIFT_S64, context);
}

DType sum_type(const NodeView& node, DType without) {
  const TensorInfo* const bias = node.given(2);
  if (!bias) return without;
  return bias->type == DType::kS32 ? DType::kS32 : DType::kS64;
}

void fill_channel_scales(const ScaleSource& scales, int32_t channels, ScaleTables to) {
  const size_t step = scales.w.size() == 1 ? 0 : 1;
  for (int32_t i = 0; i < channels; ++i) {
    const Result<FixedScale> fixed = fixed_ratio(scales.x, scales.w[static_cast<size_t>(i) * step], scales.y);
    to.multiplier[i] = fixed->multiplier;
    to.shift[i] = static_cast<int8_t>(fixed->shift);
  }
}

WithoutShift::WithoutShift(const NodeView& node) : node_(node) {
  const size_t count = node.inputs.size() < 3 ? node.inputs.size() : 3;
  for (size_t i = 0; i < count; ++i) inputs_[i] = node.inputs[i];
  inputs_[1].zero_point = 0;
  node_.inputs = {inputs_, count};
}

Code check_bias(const NodeView& node, int32_t channels, DType type, PrepareContext& context) {
  const TensorInfo* const bias = node.given(2);
  if (!bias) return Code::kOk;
  NOOK_CHECK(context, bias->type == type, Reason::kType, 2, type, bias->type);
  NOOK_CHECK(context, bias->shape.elements() == channels, Reason::kBiasShape, 2, channels,
             bias->shape.elements());
  return Code::kOk;
}

Code check_types_s16(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && w.type == DType::kS8 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_symmetric_s16(x, 0, context));
  NOOK_CHECK(context, !w.scales.empty(), Reason::kScaleCount, 1, 1, 0);
  return check_symmetric_s16(y, kFirstOutput, context);
}

Code check_types_s8(const NodeView& node, PrepareContext& context, DType weights) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && w.type == weights && y.type == DType::kS8, Code::kBadType);
  NOOK_TRY(check_quantized_s8(x, 0, context));
  NOOK_CHECK(context, !w.scales.empty(), Reason::kScaleCount, 1, 1, 0);
  NOOK_CHECK(context, weights != DType::kS4 || w.data, Reason::kNotConstant, 1, 1, 0);
  return check_quantized_s8(y, kFirstOutput, context);
}

}  // namespace nook
