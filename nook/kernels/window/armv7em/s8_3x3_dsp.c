/* 3x3 filters on cores with DSP instructions. */
#include <string.h>

#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"
#include "nook/kernels/window/armv7em/clamp_dsp.h"
#include "nook/kernels/window/armv7em/three_rows_dsp.h"

/* 3x3 taps of one channel with a stride of 2, as in the first layer for grey images, with a fused RELU: two
 * pixels at once. */

/* Bytes for the five columns of a row under two pixels. */
enum { kCopyBytes = 8 };

void nook_conv2d_s8_dsp_3x3s2_k9_2x8_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  const nook_three_rows rows = nook_find_three_rows(p, x, oy);
  nook_dot_3x3s2 job = {{0, 0, 0}, y_row, w, p->out_c, 1, p->out_c};
  int8_t copies[3][kCopyBytes];
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * job.twos, job.y += 2 * job.twos * p->out_c) {
    const int32_t x0 = 2 * ox - p->pad_left;
    job.twos = nook_twos_inside(p, &rows, ox, 2);
    if (job.twos > 0) {
      for (int32_t i = 0; i < 3; ++i) job.rows[i] = rows.row[i] + x0;
    } else {
      job.twos = 1;
      if (ox + 1 == p->out_w) job.stride = 0;
      nook_copy_three_rows(p, &rows, x0, copies[0], kCopyBytes);
      for (int32_t i = 0; i < 3; ++i) job.rows[i] = copies[i];
    }
    nook_dot_3x3s2_dsp(&job);
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y_row, p->out_w * p->out_c, p->act_min, p->act_max);
}
NOOK_ROW_AFTER_ROW(k9_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_dsp_3x3s2_k9_2x8(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  k9_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_3x3s2_k9_2x8_row);
}

/* Winograd kernels along a row: strides of 1, tiles of four pixels. */

enum {
  kTile = 4,   /* pixels */
  kColumns = 6 /* columns under a tile */
};

NOOK_OF_TWO_WORDS(plus16, "sadd16 %0, %1, %2")
NOOK_OF_TWO_WORDS(minus16, "ssub16 %0, %1, %2")

/* Four channels of the columns of one row, two to a word. */
typedef struct columns_of_four {
  uint32_t even[kColumns], odd[kColumns];
} columns_of_four;

static inline __attribute__((always_inline)) columns_of_four unpack_columns(const int8_t* x,
                                                                            int32_t channels) {
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
static inline void copy_columns(const nook_window_s8* p, const int8_t* row, int32_t x0, int32_t channels,
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
    const nook_window_s8* p, const nook_rows* x, int32_t y0, int32_t x0, int32_t channels, int8_t* copy,
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

/* F(4, 3) over 16 channels: two tiles at once. */

enum { kPartF43 = NOOK_WINOGRAD_PART };

static inline uint32_t four_times(uint32_t a) {
  a = plus16(a, a);
  return plus16(a, a);
}

/* V of two channels of one tile. */
static inline void transform_f43(const uint32_t d[kColumns], uint32_t* v) {
  const uint32_t far = minus16(d[4], d[2]), near = minus16(d[3], d[1]), twice = plus16(near, near);
  const uint32_t even = minus16(d[4], four_times(d[2])), odd = minus16(d[3], four_times(d[1]));
  v[0 * kPartF43] = plus16(four_times(minus16(d[0], d[2])), far);
  v[1 * kPartF43] = plus16(even, odd);
  v[2 * kPartF43] = minus16(even, odd);
  v[3 * kPartF43] = plus16(far, twice);
  v[4 * kPartF43] = minus16(far, twice);
  v[5 * kPartF43] = minus16(minus16(minus16(d[5], d[3]), twice), twice);
}

/* V of one row, from its columns. */
static __attribute__((noinline)) void transform_row_f43(const int8_t* x, uint32_t* v) {
  for (const int8_t* const end = x + NOOK_WINOGRAD_CHANNELS; x < end; x += 4, v += 4) {
    const columns_of_four d = unpack_columns(x, NOOK_WINOGRAD_CHANNELS);
    transform_f43(d.even, v), transform_f43(d.odd, v + 2);
  }
}

/* V of a tile. Not inlined, so that its stack is free while outputs are computed. */
static __attribute__((noinline)) void transform_tile_f43(const nook_window_s8* p, const nook_rows* x,
                                                         int32_t y0, int32_t x0, uint32_t* v) {
  int8_t copy[kColumns * NOOK_WINOGRAD_CHANNELS];
  transform_rows(p, x, y0, x0, NOOK_WINOGRAD_CHANNELS, copy, v, NOOK_WINOGRAD_CHANNELS, transform_row_f43);
}

/* From 24 times the sum: a third of an eighth, doubled, is exact modulo 2^32. */
static inline int8_t output_of_24(uint32_t sum, how to) {
  return output((uint32_t)((int32_t)sum >> 3) * 0x55555556u, to);
}

/* Computes an output of four pixels from its six sums, which have a stride of 8 words. In assembly, because
 * adjacent loads overlap and a compiler separates them. */
static inline void four_pixels(const uint32_t* m, how to, int8_t* y) {
  uint32_t m0, m1, m2, m3, m4, m5;
  __asm(
      "ldr %0, [%6]\n\tldr %1, [%6, #32]\n\tldr %2, [%6, #64]\n\t"
      "ldr %3, [%6, #96]\n\tldr %4, [%6, #128]\n\tldr %5, [%6, #160]"
      : "=&r"(m0), "=&r"(m1), "=&r"(m2), "=&r"(m3), "=&r"(m4), "=r"(m5)
      : "r"(m), "m"(*(const uint32_t(*)[41])m));
  const uint32_t sum12 = m1 + m2, difference12 = m1 - m2, sum34 = m3 + m4, difference34 = m3 - m4;
  *y = output_of_24(m0 + sum12 + sum34, to), y += to.stride;
  *y = output_of_24(difference12 + 2 * difference34, to), y += to.stride;
  *y = output_of_24(sum12 + 4 * sum34, to), y += to.stride;
  *y = output_of_24(difference12 + 8 * difference34 + m5, to);
}

static inline void both_tiles_f43(const uint32_t* m, how to, int8_t* y) {
#pragma GCC unroll 1
  for (int32_t tile = 0; tile < 2; ++tile) four_pixels(m + 4 * tile, to, y + kTile * to.stride * tile);
}

/* Four outputs per pixel; sums of consecutive outputs have a stride of one word. `packed` has their
 * scales; returns its end. */
static inline __attribute__((always_inline)) const int32_t* outputs_of_f43(const int32_t* sums,
                                                                           const int32_t* packed,
                                                                           const nook_window_s8* p,
                                                                           int8_t* y) {
  how to = {0, 0, 0, p->out_zero, p->out_c};
  for (const uint32_t *m = (const uint32_t*)sums, *const end = m + 4; m != end; ++m, ++y, packed += 3) {
    to.twice_bias = packed[0], to.multiplier = packed[1], to.power = packed[2];
    both_tiles_f43(m, to, y);
  }
  return packed;
}

/* Computes four outputs of both tiles. */
static __attribute__((noinline)) const int32_t* four_outputs_f43(const uint32_t* v, const int32_t* packed,
                                                                 const nook_window_s8* p, int8_t* y) {
  int32_t sums[6 * 8];
  packed = nook_dot_winograd_dsp(v, packed, sums);
  return outputs_of_f43(sums, packed, p, y);
}

void nook_conv2d_s8_dsp_winograd_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  uint32_t v[6 * kPartF43];
  const int32_t y0 = oy - p->pad_top;
  for (int32_t ox = 0; ox < p->out_w; ox += 2 * kTile) {
    const int32_t* packed = (const int32_t*)(const void*)w;
    for (int32_t tile = 0; tile < 2; ++tile)
      transform_tile_f43(p, x, y0, ox + tile * kTile - p->pad_left, v + tile);
    for (int32_t o = 0; o < p->out_c; o += 4)
      packed = four_outputs_f43(v, packed, p, y_row + ox * p->out_c + o);
  }
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_ROW_AFTER_ROW(f43_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_dsp_winograd(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  f43_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_winograd_row);
}

/* F(2, 3) over 32 channels: one tile as two of two pixels. */

enum { kPartF23 = NOOK_F23_PART, kPixels = 2 /* words of a part of V; pixels of a tile of F(2, 3) */ };

/* V of two channels, one word per tile: the second tile's columns begin with the third column. */
static inline void transform_f23(const uint32_t d[kColumns], uint32_t* v) {
#pragma GCC unroll 2
  for (int32_t tile = 0; tile < 2; ++tile, ++v, d += kPixels) {
    v[0 * kPartF23] = minus16(d[0], d[2]);
    v[1 * kPartF23] = minus16(d[3], d[1]);
    v[2 * kPartF23] = plus16(d[1], d[2]);
    v[3 * kPartF23] = minus16(d[2], d[1]);
  }
}

/* V of one row, from its columns. */
static __attribute__((noinline)) void transform_row_f23(const int8_t* x, uint32_t* v) {
  for (const int8_t* const end = x + NOOK_F23_CHANNELS; x < end; x += 4, v += 4) {
    const columns_of_four d = unpack_columns(x, NOOK_F23_CHANNELS);
    transform_f23(d.even, v), transform_f23(d.odd, v + 2);
  }
}

/* V of both tiles. Not inlined, so that its stack is free while outputs are computed. */
static __attribute__((noinline)) void transform_tiles_f23(const nook_window_s8* p, const nook_rows* x,
                                                          int32_t y0, int32_t x0, uint32_t* v) {
  int8_t copy[kColumns * NOOK_F23_CHANNELS];
  transform_rows(p, x, y0, x0, NOOK_F23_CHANNELS, copy, v, NOOK_F23_CHANNELS, transform_row_f23);
}

/* Computes an output of two pixels from its sums, which have a stride of 8 words. In assembly, because
 * adjacent loads overlap and a compiler separates them. */
static inline void two_pixels(const uint32_t* m, how to, int8_t* y) {
  uint32_t m0, m3, m1, m2;
  __asm("ldr %0, [%4]\n\tldr %1, [%4, #32]\n\tldr %2, [%4, #64]\n\tldr %3, [%4, #96]"
        : "=&r"(m0), "=&r"(m3), "=&r"(m1), "=r"(m2)
        : "r"(m), "m"(*(const uint32_t(*)[25])m));
  y[0] = output(m0 + m1 + m2, to);
  y[to.stride] = output(m3 + m1 - m2, to);
}

static inline void both_tiles_f23(const uint32_t* m, how to, int8_t* y) {
  two_pixels(m, to, y);
  two_pixels(m + 4, to, y + kPixels * to.stride);
}

/* Four outputs per pixel; sums of consecutive outputs have a stride of one word. `packed` has their
 * scales; returns its end. The same loop as `outputs_of_f43`: with both tiles as an argument, clang
 * unrolls it into three times the code. */
static inline __attribute__((always_inline)) const int32_t* outputs_of_f23(const int32_t* sums,
                                                                           const int32_t* packed,
                                                                           const nook_window_s8* p,
                                                                           int8_t* y) {
  how to = {0, 0, 0, p->out_zero, p->out_c};
  for (const uint32_t *m = (const uint32_t*)sums, *const end = m + 4; m != end; ++m, ++y, packed += 3) {
    to.twice_bias = packed[0], to.multiplier = packed[1], to.power = packed[2];
    both_tiles_f23(m, to, y);
  }
  return packed;
}

/* Computes four outputs of both tiles. */
static __attribute__((noinline)) const int32_t* four_outputs_f23(const uint32_t* v, const int32_t* packed,
                                                                 const nook_window_s8* p, int8_t* y) {
  int32_t sums[4 * 8];
  packed = nook_dot_winograd_f23_dsp(v, packed, sums);
  return outputs_of_f23(sums, packed, p, y);
}

void nook_conv2d_s8_dsp_winograd_f23_row(NOOK_ROW_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias, (void)scratch_memory;
  uint32_t v[4 * kPartF23];
  for (int32_t ox = 0; ox < p->out_w; ox += kTile) {
    const int32_t* packed = (const int32_t*)(const void*)w;
    transform_tiles_f23(p, x, oy - p->pad_top, ox - p->pad_left, v);
    for (int32_t o = 0; o < p->out_c; o += 4)
      packed = four_outputs_f23(v, packed, p, y_row + ox * p->out_c + o);
  }
  clamp_pixels(p, y_row, p->out_w);
}
NOOK_ROW_AFTER_ROW(f23_rows, nook_window_s8, int8_t, int8_t, int32_t)
void nook_conv2d_s8_dsp_winograd_f23(NOOK_IMAGE_ARGUMENTS(nook_window_s8, int8_t, int8_t, int32_t)) {
  (void)bias;
  f23_rows(p, x, w, 0, y, scratch_memory, nook_conv2d_s8_dsp_winograd_f23_row);
}
