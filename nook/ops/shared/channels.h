#pragma once
#include "nook/core/fixed_point.h"
#include "nook/ops/op.h"
#include "nook/ops/shared/fixed_ratio.h"

// What the operators with weights (convolutions, fully connected) check and compute alike.
namespace nook {

// The weights (operand 1) have one scale, or one for each of the `channels`, a zero point of 0, and
// input scale * weight scale / output scale is in the range of fixed point for each. Along which dimension
// the model says that the scales run is not looked at: there are published models that say it wrongly, and
// TensorFlow Lite does not look either.
Code check_channel_scales(const NodeView& node, int32_t channels, PrepareContext& context);

// The same for 64-bit sums, which nook_rescale_s64() scales.
Code check_channel_scales_s16(const NodeView& node, int32_t channels, PrepareContext& context);

// The type of the sums of int16 activations and int8 weights, int64 or int32: that of the bias, or `without`
// where there is none.
DType sum_type(const NodeView& node, DType without);
// `without` as the options of an operator say it.
constexpr DType bias_type(uint8_t quantized_bias_type) {
  constexpr uint8_t kInt32 = 2;
  return quantized_bias_type == kInt32 ? DType::kS32 : DType::kS64;
}

// Those factors as multipliers and shifts, one per channel, of scales that check_channel_scales() accepted.
void fill_channel_scales(const ScaleSource& scales, int32_t channels, ScaleTables to);

constexpr ScaleSource scale_source(const NodeView& node) {
  return {node.inputs[0].scale(), node.inputs[1].scales, node.outputs[0].scale()};
}

// int8 weights of one scale and a zero point that is not 0 have a form of their own.
constexpr bool is_shifted(const TensorInfo& w) {
  return w.type == DType::kS8 && w.per_tensor() && w.zero_point != 0;
}

// A node with such weights, and the same node as if it were 0: all
// that prepare() checks is alike.
class WithoutShift {
 public:
  explicit WithoutShift(const NodeView& node);
  WithoutShift(const WithoutShift&) = delete;
  WithoutShift& operator=(const WithoutShift&) = delete;

  const NodeView& node() const { return node_; }

 private:
  TensorInfo inputs_[3];
  NodeView node_;
};

// Operand 2 is not there, or holds `channels` values of `type`.
Code check_bias(const NodeView& node, int32_t channels, DType type, PrepareContext& context);

// x and y int16 with the zero point 0, w int8 and each with a scale; or the reason why not. kBadType without
// a reason: other types.
Code check_types_s16(const NodeView& node, PrepareContext& context);

// x and y int8, w of type `weights` and each with a scale; or the reason why not. kBadType without a reason:
// other types. Weights of 4 bits must be constants.
Code check_types_s8(const NodeView& node, PrepareContext& context, DType weights = DType::kS8);

}  // namespace nook
