/* What Winograd's kernels along a row share: filters of 3 by 3 with strides of 1, tiles of four pixels. */
#ifndef NOOK_OPS_CONV2D_WINOGRAD_H_
#define NOOK_OPS_CONV2D_WINOGRAD_H_

#include <string.h>

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"

enum {
  kTile = 4,   /* pixels */
  kColumns = 6 /* columns that they cover */
};

static inline uint32_t plus16(uint32_t a, uint32_t b) {
  uint32_t sum;
  __asm("sadd16 %0, %1, %2" : "=r"(sum) : "r"(a), "r"(b));
  return sum;
}
static inline uint32_t minus16(uint32_t a, uint32_t b) {
  uint32_t difference;
  __asm("ssub16 %0, %1, %2" : "=r"(difference) : "r"(a), "r"(b));
  return difference;
}

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

/* The columns of one row of a tile whose first is x0, copied. Those outside the image, or all of them where
 * there is no row, are zero points. */
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

/* V of three rows of a tile whose first column is x0: `transform_row` makes that of one row from its columns,
 * and that of the next is `step` words behind it. `copy` has room for columns. */
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

/* How sums become an output, and where those of the next pixel are. */
typedef struct how {
  int32_t twice_bias, multiplier, power, zero, apart;
} how;

static inline int8_t output(uint32_t twice_sum, how to) {
  int32_t y;
  __asm("smmulr %0, %1, %2" : "=r"(y) : "r"(twice_sum + (uint32_t)to.twice_bias), "r"(to.multiplier));
  y += y >> 31;
  __asm("smmlar %0, %1, %2, %3" : "=r"(y) : "r"(y), "r"(to.power), "r"(to.zero));
  return (int8_t)nook_saturate_s8(y);
}

#endif
