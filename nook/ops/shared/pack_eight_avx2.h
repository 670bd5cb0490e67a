#pragma once
#include <stdint.h>

// What eight_avx2.h makes eight outputs with.
namespace nook {

constexpr int32_t kEightBytesAvx2 = 192;

struct OutputAvx2 {
  int64_t bias;               // with the zero point of the input folded in; 32 bits of it count
  int32_t multiplier, shift;  // as nook_rescale() takes them; the shift is not above 0
};

// Returns what is behind the bytes that it wrote.
uint8_t* put_eight_avx2(const OutputAvx2 (&outputs)[8], uint8_t* to);

}  // namespace nook
