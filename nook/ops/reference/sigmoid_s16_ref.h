/* sigmoid and tanh of int16 by one table of 256 points and linear interpolation, bit-exact with TensorFlow
 * Lite's LOGISTIC and TANH for int16 and the gates of its LSTM. */
#ifndef NOOK_OPS_REFERENCE_SIGMOID_S16_REF_H_
#define NOOK_OPS_REFERENCE_SIGMOID_S16_REF_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

extern const uint16_t nook_sigmoid_table[256];

/* Maps an input to the table: x * multiplier / 2^shift, rounded, in steps of 2^-12 * 3 / 4; the multiplier is
 * in [0, 3 * 2^14], the shift in [0, 30]. */
typedef struct nook_table_scale {
  int32_t multiplier, shift;
} nook_table_scale;

static inline int32_t nook_table_input(int32_t x, nook_table_scale scale) {
  const int32_t half = scale.shift > 0 ? (int32_t)1 << (scale.shift - 1) : 0;
  return (x * scale.multiplier + half) >> scale.shift;
}

/* The table's value at `at` / 2^bits, which is not negative, with `bits` additional bits; `most` beyond its
 * end. */
static inline uint32_t nook_table_value(uint32_t at, int32_t bits, uint32_t most) {
  const uint32_t point = at >> bits;
  if (point >= 255) return most;
  const uint32_t from = nook_sigmoid_table[point], to = nook_sigmoid_table[point + 1];
  return (from << bits) + (at & (((uint32_t)1 << bits) - 1)) * (to - from);
}

/* 2^15 / (1 + exp(-x)). */
static inline int16_t nook_sigmoid_s16(int32_t x, nook_table_scale scale) {
  const int32_t at = nook_table_input(x, scale);
  const uint32_t value =
      nook_table_value(at < 0 ? 0u - (uint32_t)at : (uint32_t)at, 9, (uint32_t)0x7FFF << 10);
  return (int16_t)((at < 0 ? ((uint32_t)1 << 25) - value + (1u << 9) - 1 : value + (1u << 9)) >> 10);
}

/* 2^15 * tanh(x), by tanh(x) = 2 * sigmoid(2x) - 1. */
static inline int16_t nook_tanh_s16(int32_t x, nook_table_scale scale) {
  const int32_t at = nook_table_input(x, scale), one = (int32_t)1 << 23, half = 1 << 7;
  const int32_t value =
      (int32_t)nook_table_value(at < 0 ? 0u - (uint32_t)at : (uint32_t)at, 8, (uint32_t)0xFFFF << 8) - one;
  return (int16_t)((at < 0 ? half - 1 - value : value + half) >> 8);
}

NOOK_END_C

#endif
