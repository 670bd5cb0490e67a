/* Shared by Winograd kernels along a row: 3x3 filters with strides of 1, tiles of four pixels. The including
 * file defines the number of channels, NOOK_CHANNELS, and transform(). */
#ifndef NOOK_OPS_CONV2D_WINOGRAD_H_
#define NOOK_OPS_CONV2D_WINOGRAD_H_

#include <string.h>

#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/conv2d/conv2d.h"

enum {
  kTile = 4,    /* pixels */
  kColumns = 6, /* columns under a tile */
  kChannels = NOOK_CHANNELS
};

/* V of two channels, from their columns. */
static inline void transform(const uint32_t d[kColumns], uint32_t* v);

NOOK_OF_TWO_WORDS(plus16, "sadd16 %0, %1, %2")
NOOK_OF_TWO_WORDS(minus16, "ssub16 %0, %1, %2")

/* Four channels of the columns of one row, two to a word. */
typedef struct columns_of_four {
  uint32_t even[kColumns], odd[kColumns];
} columns_of_four;

static inline columns_of_four unpack_columns(const int8_t* x, int32_t channels) {
  columns_of_four d;
  uint32_t words[kColumns];
#pragma GCC unroll 6
  for (int32_t j = 0; j < kColumns; ++j) memcpy(&words[j], x + j * channels, 4);
#pragma GCC unroll 6
  for (int32_t j = 0; j < kColumns; ++j) d.even[j] = nook_even_bytes_alone(words[j]);
#pragma GCC unroll 6
  for (int32_t j = 0; j < kColumns; ++j) d.odd[j] = nook_odd_bytes_alone(words[j]);
  return d;
}

/* Copies the columns of one row of a tile from x0 on. Columns outside the image, or all columns if there is
 * no row, become zero points. */
static inline void copy_columns(const nook_conv2d_s8* p, const int8_t* row, int32_t x0, int32_t channels,
                                int8_t* copy) {
  const int32_t left = x0 < 0 ? -x0 : 0, begin = left < kColumns ? left : kColumns;
  const int32_t inside = p->in_w - x0 < kColumns ? p->in_w - x0 : kColumns;
  const int32_t end = row && inside > begin ? inside : begin;
  memset(copy, (int)p->in_zero, (size_t)(begin * channels));
  if (end > begin)
    memcpy(copy + begin * channels, row + (x0 + begin) * channels, (size_t)((end - begin) * channels));
  memset(copy + end * channels, (int)p->in_zero, (size_t)((kColumns - end) * channels));
}

/* V of three rows of a tile whose first column is x0: `transform_row` computes V of one row from its columns;
 * the next row's V is `step` words further. `copy` has room for columns. */
static inline __attribute__((always_inline)) void transform_rows(
    const nook_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t x0, int32_t channels, int8_t* copy,
    uint32_t* v, int32_t step, void (*transform_row)(const int8_t*, uint32_t*)) {
  for (int32_t i = 0; i < 3; ++i, v += step) {
    const int32_t y = y0 + i;
    const int8_t* const row = y >= 0 && y < p->in_h ? nook_row(x, y) : 0;
    if (row && x0 >= 0 && x0 + kColumns <= p->in_w) {
      transform_row(row + x0 * channels, v);
    } else {
      copy_columns(p, row, x0, channels, copy);
      transform_row(copy, v);
    }
  }
}

/* V of one row, from its columns. */
static __attribute__((noinline)) void transform_row(const int8_t* x, uint32_t* v) {
  for (const int8_t* const end = x + kChannels; x < end; x += 4, v += 4) {
    const columns_of_four d = unpack_columns(x, kChannels);
    transform(d.even, v), transform(d.odd, v + 2);
  }
}

/* How sums are converted to an output, and the distances of the next pixels' outputs. */
typedef struct how {
  int32_t twice_bias, multiplier, power, zero, stride;
} how;

static inline int8_t output(uint32_t twice_sum, how to) {
  int32_t y;
  __asm("smmulr %0, %1, %2" : "=r"(y) : "r"(twice_sum + (uint32_t)to.twice_bias), "r"(to.multiplier));
  y += y >> 31;
  __asm("smmlar %0, %1, %2, %3" : "=r"(y) : "r"(y), "r"(to.power), "r"(to.zero));
  return (int8_t)nook_saturate_s8(y);
}

/* Four outputs per pixel; sums of consecutive outputs have a stride of one word. `packed` has their
 * scales; returns its end. `make` computes one output of all pixels. */
static inline __attribute__((always_inline)) const int32_t* outputs_of(
    const int32_t* sums, const int32_t* packed, const nook_conv2d_s8* p, int8_t* y,
    void (*make)(const uint32_t* sums, how to, int8_t* y)) {
  how to = {0, 0, 0, p->out_zero, p->out_c};
  for (const uint32_t *m = (const uint32_t*)sums, *const end = m + 4; m != end; ++m, ++y, packed += 3) {
    to.twice_bias = packed[0], to.multiplier = packed[1], to.power = packed[2];
    make(m, to, y);
  }
  return packed;
}

#endif
