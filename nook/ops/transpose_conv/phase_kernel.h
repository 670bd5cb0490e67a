/* Shared by the kernels of TRANSPOSE_CONV for DSP instructions and for Helium: the inputs of an output are
 * unpacked to halfwords, and multiplied by the packed weights of its phase (transpose_conv_pack.h). */
#ifndef NOOK_OPS_TRANSPOSE_CONV_PHASE_KERNEL_H_
#define NOOK_OPS_TRANSPOSE_CONV_PHASE_KERNEL_H_

#include "nook/core/fixed_point.h"
#include "nook/ops/transpose_conv/phases.h"

/* The words of a window: `count` unpacked words after the first `before`, of `all`. */
typedef struct nook_phase_part {
  int32_t before, count, all;
} nook_phase_part;

/* The functions of a kernel: unpack() converts inputs to halfwords; sum() computes four sums of a part and
 * returns the next packed weights; finish() writes outputs [first, first + some). */
typedef struct nook_phase_kernel {
  const nook_transpose_conv_shape* shape;
  const void* params;
  int32_t words;    /* words of a pixel's unpacked channels */
  int32_t bytes;    /* bytes of an element of x and y */
  int32_t whole;    /* 1: rows outside of x are multiplied, too */
  uint32_t padding; /* a word of padding, which adds 0 */
  void (*unpack)(const void* x, int32_t size, uint32_t* words);
  const uint32_t* (*sum)(const uint32_t* words, nook_phase_part part, const uint32_t* packed, uint32_t* sums);
  void (*finish)(const void* params, const uint32_t* sums, int32_t first, int32_t some, void* y);
} nook_phase_kernel;

/* The input that the taps of a phase read: from row `iy` and column `ix` backwards. */
typedef struct nook_phase_window {
  int32_t iy, ix, rows, columns;
} nook_phase_window;

static inline __attribute__((always_inline)) nook_phase_part nook_unpack_window(const nook_phase_kernel* k,
                                                                                const nook_rows* x,
                                                                                nook_phase_window at,
                                                                                uint32_t* words) {
  const nook_transpose_conv_shape* s = k->shape;
  const int32_t count = k->words, pixel = s->in_c * k->bytes, line = at.columns * count;
  nook_phase_part part = {0, 0, at.rows * line};
  for (int32_t iy = at.iy; iy > at.iy - at.rows; --iy) {
    const int32_t inside = iy >= 0 && iy < s->in_h;
    if (!inside && !k->whole) {
      if (part.count == 0) part.before += line;
      continue;
    }
    part.count += line;
    const char* const row = inside ? (const char*)nook_row(x, iy) : 0;
    for (int32_t ix = at.ix; ix > at.ix - at.columns; --ix, words += count) {
      if (inside && ix >= 0 && ix < s->in_w)
        k->unpack(row + ix * pixel, s->in_c, words);
      else
        for (int32_t i = 0; i < count; ++i) words[i] = k->padding;
    }
  }
  return part;
}

/* Computes all channels of an output; the last four overlap the previous ones. */
static inline __attribute__((always_inline)) void nook_finish_pixel(const nook_phase_kernel* k,
                                                                    const uint32_t* words,
                                                                    nook_phase_part part,
                                                                    const uint32_t* packed, void* y) {
  const int32_t out = k->shape->out_c, some = out < 4 ? out : 4, last = out - some;
  for (int32_t o = 0; o < out; o += 4) {
    uint32_t sums[4];
    packed = k->sum(words, part, packed, sums);
    k->finish(k->params, sums, o < last ? o : last, some, y);
  }
}

/* The offset of packed weights after this many phases and taps: the weights of the phases of a row are
 * contiguous, and so are those rows. Per tap, four outputs have twice as many words as the tap's unpacked
 * inputs. */
static inline int32_t nook_phase_words(const nook_phase_kernel* k, int32_t phases, int32_t taps) {
  return (k->shape->out_c + 3) / 4 * (5 * phases + 2 * k->words * taps);
}

static inline __attribute__((always_inline)) void nook_transposed_row(const nook_phase_kernel* k,
                                                                      const uint32_t* packed,
                                                                      const nook_rows* x, int32_t oy,
                                                                      uint32_t* words, char* y) {
  const nook_transpose_conv_shape* s = k->shape;
  const int32_t at_y = oy + s->pad_top, phase_y = at_y % s->stride_h;
  nook_phase_window at = {at_y / s->stride_h, s->pad_left / s->stride_w,
                          nook_phase_taps(phase_y, s->stride_h, s->filter_h), 0};
  int32_t phase = s->pad_left % s->stride_w, above = 0, before = 0;
  for (int32_t i = 0; i < phase_y; ++i) above += nook_phase_taps(i, s->stride_h, s->filter_h);
  for (int32_t i = 0; i < phase; ++i) before += nook_phase_taps(i, s->stride_w, s->filter_w);
  packed += nook_phase_words(k, phase_y * s->stride_w, above * s->filter_w);
  for (int32_t ox = 0; ox < s->out_w; ++ox, y += s->out_c * k->bytes) {
    at.columns = nook_phase_taps(phase, s->stride_w, s->filter_w);
    const nook_phase_part part = nook_unpack_window(k, x, at, words);
    nook_finish_pixel(k, words, part, packed + nook_phase_words(k, phase, at.rows * before), y);
    before += at.columns;
    if (++phase == s->stride_w) phase = 0, before = 0, ++at.ix;
  }
}

static inline __attribute__((always_inline)) void nook_transposed_images(const nook_phase_kernel* k,
                                                                         const void* packed, const void* x,
                                                                         uint32_t* words, void* y_first) {
  const nook_transpose_conv_shape* s = k->shape;
  const int32_t row = s->in_w * s->in_c * k->bytes;
  nook_rows rows = {x, row, s->in_h};
  char* y = (char*)y_first;
  for (int32_t n = 0; n < s->batch; ++n, rows.base = (const char*)rows.base + s->in_h * row)
    for (int32_t oy = 0; oy < s->out_h; ++oy, y += s->out_w * s->out_c * k->bytes)
      nook_transposed_row(k, (const uint32_t*)packed, &rows, oy, words, y);
}

/* Finishes int16 outputs. */
static inline void nook_finish_phase_s16(const void* params, const uint32_t* sums, int32_t first,
                                         int32_t some, void* y) {
  const nook_transpose_conv_s16* p = (const nook_transpose_conv_s16*)params;
  for (int32_t k = first; k < first + some; ++k) {
    const int32_t q = nook_rescale_s64((int32_t)*sums++, p->multiplier[k], p->shift[k]);
    ((int16_t*)y)[k] = (int16_t)nook_clamp(q, p->act_min, p->act_max);
  }
}

#endif
