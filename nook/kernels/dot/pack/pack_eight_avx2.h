#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

// The factors of eight outputs, for eight_avx2.h.
namespace nook {

constexpr int32_t kEightBytesAvx2 = 192;

struct OutputAvx2 {
  int64_t bias;               // with the zero point of the input folded in; 32 bits of it count
  int32_t multiplier, shift;  // as nook_rescale() takes them; the shift is not above 0
};

void put_eight_avx2(const OutputAvx2 (&outputs)[8], PackedBytes& to);

}  // namespace nook
