#pragma once
#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/op.h"

// Checks and factors of the operators with weights (convolutions, fully connected).
namespace nook {

// Checks that the weights (operand 1) have one scale or `channels` scales, and a zero point of 0, and that
// for each scale, input scale * weight scale / output scale is in the range of fixed point. Ignores the
// model's quantized dimension: it is wrong in some published models, and TensorFlow Lite ignores it, too.
Code check_channel_scales(const NodeView& node, int32_t channels, PrepareContext& context);

// Likewise for 64-bit sums, which nook_rescale_s64() scales.
Code check_channel_scales_s16(const NodeView& node, int32_t channels, PrepareContext& context);

// The type of the sums of int16 activations and int8 weights, int64 or int32: the bias's type, or `without`
// if there is no bias.
DType sum_type(const NodeView& node, DType without);
// The `without` type, from the options of an operator.
constexpr DType bias_type(uint8_t quantized_bias_type) {
  constexpr uint8_t kInt32 = 2;
  return quantized_bias_type == kInt32 ? DType::kS32 : DType::kS64;
}

// Writes these factors as multipliers and shifts, one per channel, for scales that check_channel_scales()
// accepted.
void fill_channel_scales(const ScaleSource& scales, int32_t channels, ScaleTables to);

constexpr ScaleSource scale_source(const NodeView& node) {
  return {node.inputs[0].scale(), node.inputs[1].scales, node.outputs[0].scale()};
}

// int8 weights with one scale and a nonzero zero point have their own form.
constexpr bool is_shifted(const TensorInfo& w) {
  return w.type == DType::kS8 && w.per_tensor() && w.zero_point != 0;
}

// A node with such weights, seen as a node with a zero point of 0, to which all other checks of prepare()
// apply.
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

// Checks that operand 2 is missing or has `channels` values of `type`.
Code check_bias(const NodeView& node, int32_t channels, DType type, PrepareContext& context);

// Checks that x and y are int16 with zero point 0, w is int8, and each has a scale. kBadType without a
// reason: other types.
Code check_types_s16(const NodeView& node, PrepareContext& context);

// Checks that x and y are int8, w has type `weights`, and each has a scale. kBadType without a reason: other
// types. int4 weights must be constants.
Code check_types_s8(const NodeView& node, PrepareContext& context, DType weights = DType::kS8);

}  // namespace nook
