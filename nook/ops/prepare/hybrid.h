#pragma once
#include "nook/ops/contract/op.h"

// Checks shared by layers with float activations and int8 weights.
namespace nook {

// Checks that x and y are float32, and w is int8 with one scale or `channels` scales, finite and above 0, and
// the zero point 0. kBadType without a reason: other types.
Code check_types_hybrid(const NodeView& node, PrepareContext& context);
Code check_hybrid_scales(const NodeView& node, int32_t channels, PrepareContext& context);

// The weights' scales, in place or copied to the memory of the Params; null, with a reason in the context: no
// memory.
const float* keep_scales(Span<const float> scales, PrepareContext& context);

// Whether TensorFlow Lite quantizes the activations with a zero point, as it does if channels have different
// scales.
bool scales_differ(Span<const float> scales);

}  // namespace nook
