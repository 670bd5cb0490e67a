/* Filters of 3 by 3 over 16 channels with strides of 1, two tiles of four pixels at a time. */
#include <string.h>

#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/conv2d/each_row.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/dot_winograd_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"

enum {
  kTile = 4,    /* pixels */
  kColumns = 6, /* columns that they cover */
  kChannels = NOOK_WINOGRAD_CHANNELS,
  kPart = NOOK_WINOGRAD_PART
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
static inline uint32_t four_times(uint32_t a) {
  a = plus16(a, a);
  return plus16(a, a);
}

/* V of two channels of one tile. */
static inline void transform(const uint32_t d[kColumns], uint32_t* v) {
  const uint32_t far = minus16(d[4], d[2]), near = minus16(d[3], d[1]), twice = plus16(near, near);
  const uint32_t even = minus16(d[4], four_times(d[2])), odd = minus16(d[3], four_times(d[1]));
  v[0 * kPart] = plus16(four_times(minus16(d[0], d[2])), far);
  v[1 * kPart] = plus16(even, odd);
  v[2 * kPart] = minus16(even, odd);
  v[3 * kPart] = plus16(far, twice);
  v[4 * kPart] = minus16(far, twice);
  v[5 * kPart] = minus16(minus16(minus16(d[5], d[3]), twice), twice);
}

/* Of a row of one tile. */
static __attribute__((noinline)) void transform_row(const int8_t* x, uint32_t* v) {
  for (const int8_t* const end = x + kChannels; x < end; x += 4, v += 4) {
    uint32_t words[kColumns], even[kColumns], odd[kColumns];
#pragma GCC unroll 6
    for (int32_t j = 0; j < kColumns; ++j) memcpy(&words[j], x + j * kChannels, 4);
#pragma GCC unroll 6
    for (int32_t j = 0; j < kColumns; ++j) even[j] = nook_even_bytes_alone(words[j]);
    transform(even, v);
#pragma GCC unroll 6
    for (int32_t j = 0; j < kColumns; ++j) odd[j] = nook_odd_bytes_alone(words[j]);
    transform(odd, v + 2);
  }
}

/* Of all rows of the tile whose first column is x0; taps outside the image are zero points. */
static void transform_tile(const nook_conv2d_s8* p, const nook_rows* x, int32_t y0, int32_t x0, uint32_t* v) {
  for (int32_t i = 0; i < 3; ++i, v += kChannels) {
    const int32_t y = y0 + i;
    const int8_t* const row = y >= 0 && y < p->in_h ? nook_row(x, y) : 0;
    if (row && x0 >= 0 && x0 + kColumns <= p->in_w) {
      transform_row(row + x0 * kChannels, v);
      continue;
    }
    int8_t columns[kColumns * kChannels];
    memset(columns, (int)p->in_zero, sizeof columns);
    for (int32_t j = 0; row && j < kColumns; ++j)
      if (x0 + j >= 0 && x0 + j < p->in_w)
        memcpy(columns + j * kChannels, row + (x0 + j) * kChannels, kChannels);
    transform_row(columns, v);
  }
}

/* How sums become an output, and where those of the next pixel are. */
typedef struct how {
  int32_t twice_bias, multiplier, power, zero, apart;
} how;

/* From 24 times the sum: a third of an eighth, doubled, is exact modulo 2^32. */
static inline int8_t output(uint32_t sum, how to) {
  const uint32_t doubled = (uint32_t)((int32_t)sum >> 3) * 0x55555556u + (uint32_t)to.twice_bias;
  int32_t y;
  __asm("smmulr %0, %1, %2" : "=r"(y) : "r"(doubled), "r"(to.multiplier));
  y += y >> 31;
  __asm("smmlar %0, %1, %2, %3" : "=r"(y) : "r"(y), "r"(to.power), "r"(to.zero));
  return (int8_t)nook_saturate_s8(y);
}

/* An output of four pixels from its six sums, which are 8 words apart. */
static inline void four_pixels(const uint32_t* m, how to, int8_t* y) {
  const uint32_t sum12 = m[8] + m[16], difference12 = m[8] - m[16];
  const uint32_t sum34 = m[24] + m[32], difference34 = m[24] - m[32], last = m[40];
  *y = output(m[0] + sum12 + sum34, to), y += to.apart;
  *y = output(difference12 + 2 * difference34, to), y += to.apart;
  *y = output(sum12 + 4 * sum34, to), y += to.apart;
  *y = output(difference12 + 8 * difference34 + last, to);
}

/* Four outputs of both tiles. */
static __attribute__((noinline)) const int32_t* four_outputs(const uint32_t* v, const int32_t* stream,
                                                             const nook_conv2d_s8* p, int8_t* y) {
  int32_t sums[6 * 8];
  stream = nook_dot_winograd_dsp(v, stream, sums);
  const int32_t zero = p->out_zero, apart = p->out_c;
  for (const uint32_t *m = (const uint32_t*)sums, *const end = m + 4; m != end; ++m, ++y, stream += 3) {
    const how to = {stream[0], stream[1], stream[2], zero, apart};
#pragma GCC unroll 1
    for (int32_t tile = 0; tile < 2; ++tile) four_pixels(m + 4 * tile, to, y + kTile * apart * tile);
  }
  return stream;
}

void nook_conv2d_s8_dsp_winograd_row(const nook_conv2d_s8* p, const nook_rows* x, int32_t oy, const int8_t* w,
                                     const int32_t* bias, int8_t* y_row, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  uint32_t v[6 * kPart];
  const int32_t y0 = oy - p->pad_top;
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * kTile) {
    const int32_t* stream = (const int32_t*)(const void*)w;
    for (int32_t tile = 0; tile < 2; ++tile)
      transform_tile(p, x, y0, ox + tile * kTile - p->pad_left, v + tile);
    for (int32_t o = 0; o < p->out_c; o += 4) stream = four_outputs(v, stream, p, y_row + ox * p->out_c + o);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
NOOK_CONV2D_OF_ROWS(nook_conv2d_s8_dsp_winograd)
