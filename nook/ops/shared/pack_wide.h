#pragma once
#include "nook/ops/shared/pack_dots.h"

// The stream that dot_wide_dsp.h multiplies with. Made on the host.
namespace nook {

// How the inputs of a pixel lie: their number is depth of the weights.
struct WideRows {
  int32_t rows, size;  // bytes of a row
};

// Whether the kernel takes rows of this size, and so few inputs that weights of twice the bytes pay.
bool accepts_wide(int64_t rows, int64_t size);
int64_t wide_bytes(int32_t outputs, const WideRows& inputs);
// Whether fixed_once.h takes all outputs.
bool takes_wide(const DotWeights& weights);
void pack_wide(const DotWeights& weights, const WideRows& inputs, int32_t out_zero, void* packed);

}  // namespace nook
