#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

// The factors of eight outputs, for eight_avx2.h.
namespace nook {

constexpr int32_t kEightBytesAvx2 = 192;

struct OutputAvx2 {
  int64_t bias;               // includes the zero point of the input; only 32 bits are used
  int32_t multiplier, shift;  // like nook_rescale()'s; the shift is not above 0
};

void put_eight_avx2(const OutputAvx2 (&outputs)[8], PackedBytes& to);

}  // namespace nook
