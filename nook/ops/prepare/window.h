#pragma once
#include <stdint.h>

#include "nook/core/status.h"

// The geometry of a filter that slides over an image, one axis at a time. Convolutions and poolings share it.
namespace nook {

enum class PadMode : uint8_t { kSame = 0, kValid = 1, kExplicit = 2 };

// kSame and kValid come from the model; kExplicit is a PAD that the compiler folded into the operator.
struct Padding {
  PadMode mode = PadMode::kValid;
  int32_t top = 0, bottom = 0, left = 0, right = 0;  // elements, kExplicit only
};

struct Window {
  int32_t in, filter, stride, dilation;  // elements, each at least 1
};

struct Placement {
  int32_t out;     // positions of the filter
  int32_t before;  // padding in front of the first element
};

// Computes the number of positions, and the padding before the first. `before` and `after` apply to kExplicit
// only. kBadShape: no position, or a size beyond 2^31.
Result<Placement> place(const Window& window, PadMode mode, int32_t before, int32_t after);

}  // namespace nook
