#pragma once
#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/op.h"

// Shared by the operators with weights (convolutions, fully connected): checks and factors.
namespace nook {

// The weights (operand 1) have one scale, or one for each of the `channels`, and a zero point of 0; and for
// each scale, input scale * weight scale / output scale is in the range of fixed point. The quantized
// dimension that the model states is ignored: some published models state it wrongly, and TensorFlow Lite
// ignores it, too.
Code check_channel_scales(const NodeView& node, int32_t channels, PrepareContext& context);

// The same for 64-bit sums, which nook_rescale_s64() scales.
Code check_channel_scales_s16(const NodeView& node, int32_t channels, PrepareContext& context);

// The type of the sums of int16 activations and int8 weights, int64 or int32: that of the bias, or `without`
// if there is none.
DType sum_type(const NodeView& node, DType without);
// `without`, from the options of an operator.
constexpr DType bias_type(uint8_t quantized_bias_type) {
  constexpr uint8_t kInt32 = 2;
  return quantized_bias_type == kInt32 ? DType::kS32 : DType::kS64;
}

// Those factors as multipliers and shifts, one per channel, of scales that check_channel_scales() accepted.
void fill_channel_scales(const ScaleSource& scales, int32_t channels, ScaleTables to);

constexpr ScaleSource scale_source(const NodeView& node) {
  return {node.inputs[0].scale(), node.inputs[1].scales, node.outputs[0].scale()};
}

// int8 weights with one scale and a nonzero zero point have their own form.
constexpr bool is_shifted(const TensorInfo& w) {
  return w.type == DType::kS8 && w.per_tensor() && w.zero_point != 0;
}

// A node with such weights, and the same node with a zero point of 0: all other checks of prepare() are the
// same.
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

// Operand 2 is missing, or has `channels` values of `type`.
Code check_bias(const NodeView& node, int32_t channels, DType type, PrepareContext& context);

// x and y int16 with the zero point 0, w int8, each with a scale; or the reason why not. kBadType without a
// reason: other types.
Code check_types_s16(const NodeView& node, PrepareContext& context);

// x and y int8, w of type `weights`, each with a scale; or the reason why not. kBadType without a reason:
// other types. int4 weights must be constants.
Code check_types_s8(const NodeView& node, PrepareContext& context, DType weights = DType::kS8);

}  // namespace nook
