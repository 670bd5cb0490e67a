#pragma once
#include <vector>

#include "nookc/middle/lower/lowered_nodes.h"

namespace nookc {

// Stores weights once that several layers read. Packed weights contain biases, zero points and multipliers,
// so layers that differ in one of these pack a copy each. Where all copies together take more flash than the
// weights and biases as they are in the model, the layers get kernels that read those:
//
//   FULLY_CONNECTED (w packed, 4,352 bytes)         FULLY_CONNECTED (w, bias)
//   FULLY_CONNECTED (w packed, 4,352 bytes)   ->    FULLY_CONNECTED (w, bias)     w: 4,096 bytes, once
//
// Equal copies are one constant anyway. Copies stay, up to kMostCopies times the weights, at -O time, and for
// layers that would take long, except at -O flash: each weight is read often, and only the reference kernel
// reads unpacked ones, or none with Helium. Weights of CompileOptions::elsewhere count as stored. `chosen` is
// per node; a node without `op` has no call.
inline constexpr int64_t kMostCopies = 8;
void share_weights(const Graph& graph, const CompileOptions& options, LoweredNodes& nodes,
                   std::vector<Chosen>& chosen);

}  // namespace nookc
