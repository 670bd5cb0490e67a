#include "nook/ops/shared/channels.h"

#include "nook/ops/shared/checks.h"

namespace nook {

Result<ChannelScales> channel_scales(const NodeView& node, int32_t channels, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  const bool per_channel = w.scales.size() != 1;
  const size_t count = static_cast<size_t>(channels);
  NOOK_CHECK(context, !per_channel || w.scales.size() == count, Reason::kScaleCount, 1, channels,
             w.scales.size());
  NOOK_CHECK(context, w.zero_point == 0, Reason::kZeroPoint, 1, 0, w.zero_point);

  const Span<int32_t> multiplier = context.persistent.make<int32_t>(count);
  const Span<int8_t> shift = context.persistent.make<int8_t>(count);
  NOOK_CHECK(context, !multiplier.empty() && !shift.empty(), Reason::kPersistent, 0, channels * 5, 0);
  for (size_t i = 0; i < count; ++i) {
    const double weight_scale = double{w.scales[per_channel ? i : 0]};
    const auto fixed = quantize_scale(double{x.scale()} * weight_scale / double{y.scale()});
    NOOK_CHECK(context, fixed, Reason::kScaleValue, 1, 0, i);
    multiplier[i] = fixed->multiplier;
    shift[i] = static_cast<int8_t>(fixed->shift);
  }
  return ChannelScales{multiplier.data(), shift.data()};
}

Code check_bias(const NodeView& node, int32_t channels, DType type, PrepareContext& context) {
  if (node.inputs.size() < 3 || !node.inputs[2].present()) return Code::kOk;
  const TensorInfo& bias = node.inputs[2];
  NOOK_CHECK(context, bias.type == type, Reason::kType, 2, type, bias.type);
  NOOK_CHECK(context, bias.shape.elements() == channels, Reason::kBiasShape, 2, channels,
             bias.shape.elements());
  return Code::kOk;
}

Code check_types_s8(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && w.type == DType::kS8 && y.type == DType::kS8, Code::kBadType);
  const Code code = check_quantized_s8(x, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  NOOK_CHECK(context, !w.scales.empty(), Reason::kScaleCount, 1, 1, 0);
  return check_quantized_s8(y, kFirstOutput, context);
}

}  // namespace nook
