#pragma once
#include "nook/ops/op.h"
#include "nook/ops/shared/quantize.h"

// What the operators with weights (convolutions, fully connected) check and compute alike.
namespace nook {

// Multiplier and shift per output channel, in the persistent arena.
struct ChannelScales {
  const int32_t* multiplier = nullptr;  // [channels]
  const int8_t* shift = nullptr;        // [channels]
};

// input scale * weight scale / output scale of each channel. The weights (operand 1) have one scale, or one
// for each of the `channels`, and a zero point of 0. Along which dimension the model says that they run is
// not looked at: there are published models that say it wrongly, and TensorFlow Lite does not look either.
Result<ChannelScales> channel_scales(const NodeView& node, int32_t channels, PrepareContext& context);

// Operand 2 is not there, or holds `channels` values of `type`.
Code check_bias(const NodeView& node, int32_t channels, DType type, PrepareContext& context);

// x and y int8, w int8 and each with a scale; or the reason why not. kBadType without a reason: other types.
Code check_types_s8(const NodeView& node, PrepareContext& context);

}  // namespace nook
