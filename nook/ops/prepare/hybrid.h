#pragma once
#include "nook/ops/contract/op.h"

// Checks shared by layers of float activations with int8 weights.
namespace nook {

// x and y float32, w int8 with one scale or one for each of the `channels`, finite and above 0, and the zero
// point 0. kBadType without a reason: other types.
Code check_types_hybrid(const NodeView& node, PrepareContext& context);
Code check_hybrid_scales(const NodeView& node, int32_t channels, PrepareContext& context);

// The weights' scales, where they stay or where Params live; null, with a reason in the context: no memory.
const float* keep_scales(Span<const float> scales, PrepareContext& context);

// Whether TensorFlow Lite quantizes the activations with a zero point: if channels have different scales.
bool scales_differ(Span<const float> scales);

}  // namespace nook
