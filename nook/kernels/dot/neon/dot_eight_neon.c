#include "nook/kernels/dot/neon/dot_eight_neon.h"

#include "nook/kernels/asm/eight_neon.h"

/* Bytes of the weights of four inputs, for eight outputs. */
enum { kWord = 4, kWeights = 8 * kWord };

/* Two sums for each of eight outputs of a pixel; a: of outputs 0 and 1, d: of outputs 6 and 7. */
typedef struct sums {
  int32x4_t a, b, c, d;
} sums;

/* Four inputs of eight outputs: of outputs 0 to 3 and 4 to 7. */
typedef struct weights {
  int8x16_t low, high;
} weights;

NOOK_INLINED_NEON sums no_sums(void) {
  const int32x4_t zero = vdupq_n_s32(0);
  const sums s = {zero, zero, zero, zero};
  return s;
}

NOOK_INLINED_NEON weights load(const int8_t* w) {
  const weights loaded = {vld1q_s8(w), vld1q_s8(w + 16)};
  return loaded;
}

/* Adds the products of four inputs. */
NOOK_INLINED_NEON sums add_word(sums s, int8x16_t x, weights w) {
  s.a = vpadalq_s16(s.a, vmull_s8(vget_low_s8(w.low), vget_low_s8(x)));
  s.b = vpadalq_s16(s.b, vmull_high_s8(w.low, x));
  s.c = vpadalq_s16(s.c, vmull_s8(vget_low_s8(w.high), vget_low_s8(x)));
  s.d = vpadalq_s16(s.d, vmull_high_s8(w.high, x));
  return s;
}

NOOK_INLINED_NEON int32x4_t add_low(int32x4_t sum, int8x16_t x, int8x16_t w, int8x16_t more_x,
                                    int8x16_t more_w) {
  const int16x8_t products = vmull_s8(vget_low_s8(w), vget_low_s8(x));
  return vpadalq_s16(sum, vmlal_s8(products, vget_low_s8(more_w), vget_low_s8(more_x)));
}
NOOK_INLINED_NEON int32x4_t add_high(int32x4_t sum, int8x16_t x, int8x16_t w, int8x16_t more_x,
                                     int8x16_t more_w) {
  return vpadalq_s16(sum, vmlal_high_s8(vmull_high_s8(w, x), more_w, more_x));
}

/* Adds the products of eight inputs. */
NOOK_INLINED_NEON sums add_words(sums s, int8x16_t first, int8x16_t second, weights w, weights more) {
  s.a = add_low(s.a, first, w.low, second, more.low), s.b = add_high(s.b, first, w.low, second, more.low);
  s.c = add_low(s.c, first, w.high, second, more.high), s.d = add_high(s.d, first, w.high, second, more.high);
  return s;
}

/* Likewise, of the inputs from *x on. */
NOOK_INLINED_NEON sums add_next(const int8_t** x, sums s, weights w, weights more) {
  const int8x16_t first = nook_next_word_neon(x), second = nook_next_word_neon(x);
  return add_words(s, first, second, w, more);
}

NOOK_INLINED_NEON void put(sums s, const nook_eight_neon* eight, const nook_range_neon* range, int8_t* y,
                           int32_t outputs) {
  const int32x4_t low = vaddq_s32(vpaddq_s32(s.a, s.b), vld1q_s32(eight->bias));
  const int32x4_t high = vaddq_s32(vpaddq_s32(s.c, s.d), vld1q_s32(eight->bias + 4));
  nook_put_neon(nook_bytes_neon(low, high, eight, range), y, outputs);
}

/* Computes up to eight outputs of four pixels. Returns the end of their weights. */
NOOK_INLINED_NEON const int8_t* tile(const nook_dot_job* job, const int8_t* x, const int8_t* packed,
                                     int8_t* y, int32_t outputs, const nook_range_neon* range) {
  const nook_eight_neon* const eight = (const nook_eight_neon*)(const void*)packed;
  const int8_t* w = packed + sizeof *eight;
  const int8_t *x1 = x + job->step, *x2 = x1 + job->step, *x3 = x2 + job->step;
  sums a = no_sums(), b = a, c = a, d = a;
  int32_t left = job->depth;
  for (; left >= 2 * kWord; left -= 2 * kWord, w += 2 * kWeights) {
    const weights first = load(w), second = load(w + kWeights);
    a = add_next(&x, a, first, second);
    NOOK_NO_LOAD_EARLIER_NEON;
    b = add_next(&x1, b, first, second);
    NOOK_NO_LOAD_EARLIER_NEON;
    c = add_next(&x2, c, first, second);
    NOOK_NO_LOAD_EARLIER_NEON;
    d = add_next(&x3, d, first, second);
  }
  for (; left > 0; left -= kWord, w += kWeights) {
    const weights last = load(w);
    if (left >= kWord) {
      a = add_word(a, nook_word_neon(x), last), x += kWord;
      b = add_word(b, nook_word_neon(x1), last), x1 += kWord;
      c = add_word(c, nook_word_neon(x2), last), x2 += kWord;
      d = add_word(d, nook_word_neon(x3), last), x3 += kWord;
    } else {
      a = add_word(a, nook_few_neon(x, left), last), b = add_word(b, nook_few_neon(x1, left), last);
      c = add_word(c, nook_few_neon(x2, left), last), d = add_word(d, nook_few_neon(x3, left), last);
    }
  }
  put(a, eight, range, y, outputs), put(b, eight, range, y + job->outputs, outputs);
  put(c, eight, range, y + 2 * (intptr_t)job->outputs, outputs);
  put(d, eight, range, y + 3 * (intptr_t)job->outputs, outputs);
  return w;
}

static void four_pixels(const nook_dot_job* job, const int8_t* x, int8_t* y, const nook_range_neon* range) {
  const int8_t* packed = job->weights;
  for (int32_t outputs = job->outputs; outputs > 0; outputs -= 8, y += 8)
    packed = tile(job, x, packed, y, outputs, range);
}

/* Computes up to sixteen outputs of a pixel; `next`: bytes between the packed weights of two groups of eight,
 * or 0: the second group is not stored. */
NOOK_INLINED_NEON void two_groups(const nook_dot_job* job, const int8_t* x, const int8_t* packed,
                                  intptr_t next, int8_t* y, int32_t outputs, const nook_range_neon* range) {
  const nook_eight_neon* const eight = (const nook_eight_neon*)(const void*)packed;
  const int8_t* w = packed + sizeof *eight;
  sums a = no_sums(), b = a;
  int32_t left = job->depth;
  for (; left >= 2 * kWord; left -= 2 * kWord, w += 2 * kWeights) {
    const int8x16_t first = nook_next_word_neon(&x), second = nook_next_word_neon(&x);
    a = add_words(a, first, second, load(w), load(w + kWeights));
    b = add_words(b, first, second, load(w + next), load(w + next + kWeights));
  }
  for (; left > 0; left -= kWord, w += kWeights, x += kWord) {
    const int8x16_t word = left >= kWord ? nook_word_neon(x) : nook_few_neon(x, left);
    a = add_word(a, word, load(w)), b = add_word(b, word, load(w + next));
  }
  put(a, eight, range, y, outputs);
  if (outputs > 8) put(b, (const nook_eight_neon*)(const void*)(packed + next), range, y + 8, outputs - 8);
}

static void one_pixel(const nook_dot_job* job, const int8_t* x, int8_t* y, const nook_range_neon* range) {
  const intptr_t next =
      (intptr_t)sizeof(nook_eight_neon) + ((intptr_t)job->depth + kWord - 1) / kWord * kWeights;
  const int8_t* packed = job->weights;
  for (int32_t outputs = job->outputs; outputs > 0; outputs -= 16, y += 16, packed += 2 * next)
    two_groups(job, x, packed, outputs > 8 ? next : 0, y, outputs, range);
}

void nook_dot_eight_neon(const nook_dot_job* job) {
  const nook_range_neon range = nook_range_of_neon(job->zero, job->low, job->high);
  const int8_t* x = job->x;
  int8_t* y = job->y;
  int32_t n = job->pixels;
  for (; n >= NOOK_PIXELS_NEON; n -= NOOK_PIXELS_NEON) {
    four_pixels(job, x, y, &range);
    x += NOOK_PIXELS_NEON * (intptr_t)job->step, y += NOOK_PIXELS_NEON * (intptr_t)job->outputs;
  }
  for (; n > 0; --n, x += job->step, y += job->outputs) one_pixel(job, x, y, &range);
}
