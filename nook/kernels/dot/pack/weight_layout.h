#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

namespace nook {

// An order of packed weights, for one or several kernels: a value for each, in the pack_*.h of this folder.
// `Weights` describes the weights before they are packed: DotWeights, or WeightsS16 for int16 inputs.
template <class Weights>
struct LayoutOf {
  int64_t (*bytes)(const Weights&);  // reads only sizes; for too large weights more than INT32_MAX
  bool (*takes)(const Weights&);     // whether the kernels are exact with these weights; null: with all
  void (*pack)(const Weights&, PackedBytes& to);
};

}  // namespace nook
