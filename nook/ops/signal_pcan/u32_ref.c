#include "nook/ops/reference/bits.h"
#include "nook/ops/signal_pcan/signal_pcan.h"

enum { kSnrBits = 12, kOutputBits = 6 };

/* Evaluates a polynomial of degree 2 in the 10 bits below the highest one. */
static uint32_t gain_of(uint32_t noise, const int16_t* gains) {
  if (noise <= 2) return (uint32_t)(int32_t)gains[noise];
  const int32_t width = nook_bit_width(noise);
  const int16_t* const of = gains + 4 * width - 6;
  const int32_t fraction = (int32_t)((width < 11 ? noise << (11 - width) : noise >> (width - 11)) & 0x3FF);
  int32_t gain = (of[2] * (int32_t)fraction >> 5) + of[1] * (int32_t)32;
  gain = (gain * fraction + ((int32_t)1 << 14)) >> 15;
  return (uint32_t)(int32_t)(int16_t)(gain + of[0]);
}

static uint32_t shrink(uint32_t snr) {
  if (snr < (uint32_t)2 << kSnrBits) return snr * snr >> (2 + 2 * kSnrBits - kOutputBits);
  return (snr >> (kSnrBits - kOutputBits)) - (1u << kOutputBits);
}

void nook_signal_pcan_u32_ref(const nook_signal_pcan_u32* p, const uint32_t* x, const uint32_t* noise,
                              const int16_t* gains, uint32_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t i = 0; i < p->size; ++i)
    y[i] = shrink((uint32_t)((uint64_t)x[i] * gain_of(noise[i], gains) >> p->snr_shift));
}
