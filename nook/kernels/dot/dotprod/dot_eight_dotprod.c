#include "nook/kernels/dot/dotprod/dot_eight_dotprod.h"

#include "nook/kernels/asm/eight_neon.h"

/* Inputs of a word, inputs of a vector, and the bytes of a word's weights for eight outputs. */
enum { kWord = 4, kVector = 16, kWeights = 8 * kWord };

/* The sums of sixteen outputs of a pixel; a: of outputs 0 to 3. */
typedef struct sums {
  int32x4_t a, b, c, d;
} sums;

/* Four inputs of sixteen outputs. */
typedef struct weights {
  int8x16_t a, b, c, d;
} weights;

/* The packed weights of two groups of eight outputs; the second one may be the first one again. */
typedef struct groups {
  const nook_eight_neon *first, *second;
  const int8_t* w;
  intptr_t next; /* bytes from the weights of the first group to the weights of the second */
} groups;

NOOK_INLINED_NEON groups find_groups(const int8_t* packed, intptr_t next) {
  const groups found = {(const nook_eight_neon*)(const void*)packed,
                        (const nook_eight_neon*)(const void*)(packed + next),
                        packed + sizeof(nook_eight_neon), next};
  return found;
}

NOOK_INLINED_NEON sums biases(const groups* of) {
  const sums s = {vld1q_s32(of->first->bias), vld1q_s32(of->first->bias + 4), vld1q_s32(of->second->bias),
                  vld1q_s32(of->second->bias + 4)};
  return s;
}

NOOK_INLINED_NEON weights load(const int8_t* w, intptr_t next) {
  const weights loaded = {vld1q_s8(w), vld1q_s8(w + 16), vld1q_s8(w + next), vld1q_s8(w + next + 16)};
  return loaded;
}

/* Adds the products of a word of x, of which all four are the same. */
NOOK_INLINED_NEON sums add_word(sums s, int8x16_t x, weights w) {
  const sums added = {vdotq_s32(s.a, w.a, x), vdotq_s32(s.b, w.b, x), vdotq_s32(s.c, w.c, x),
                      vdotq_s32(s.d, w.d, x)};
  return added;
}

/* Adds the products of one word of x for four pixels. The number of the word is a literal. */
#define NOOK_ADD_LANE(s, x, w, lane)                                                              \
  (s).a = vdotq_laneq_s32((s).a, (w).a, x, lane), (s).b = vdotq_laneq_s32((s).b, (w).b, x, lane), \
  (s).c = vdotq_laneq_s32((s).c, (w).c, x, lane), (s).d = vdotq_laneq_s32((s).d, (w).d, x, lane)
#define NOOK_ADD_LANES(lane)                                 \
  do {                                                       \
    const weights each = load(w + (lane)*kWeights, of.next); \
    NOOK_ADD_LANE(a, va, each, lane);                        \
    NOOK_ADD_LANE(b, vb, each, lane);                        \
    NOOK_ADD_LANE(c, vc, each, lane);                        \
    NOOK_ADD_LANE(d, vd, each, lane);                        \
    NOOK_NO_LOAD_EARLIER_NEON;                               \
  } while (0)

NOOK_INLINED_NEON void put(sums s, const groups* of, const nook_range_neon* range, int8_t* y,
                           int32_t outputs) {
  nook_put_neon(nook_bytes_neon(s.a, s.b, of->first, range), y, outputs);
  if (outputs > 8) nook_put_neon(nook_bytes_neon(s.c, s.d, of->second, range), y + 8, outputs - 8);
}

/* Computes up to sixteen outputs of four pixels. */
static void tile(const nook_dot_job* job, const int8_t* x, const int8_t* packed, intptr_t next, int8_t* y,
                 int32_t outputs, const nook_range_neon* range) {
  const groups of = find_groups(packed, next);
  const int8_t* w = of.w;
  const int8_t *x1 = x + job->step, *x2 = x1 + job->step, *x3 = x2 + job->step;
  sums a = biases(&of), b = a, c = a, d = a;
  int32_t left = job->depth;
  for (; left >= kVector; left -= kVector, w += 4 * kWeights) {
    const int8x16_t va = vld1q_s8(x), vb = vld1q_s8(x1), vc = vld1q_s8(x2), vd = vld1q_s8(x3);
    x += kVector, x1 += kVector, x2 += kVector, x3 += kVector;
    NOOK_ADD_LANES(0);
    NOOK_ADD_LANES(1);
    NOOK_ADD_LANES(2);
    NOOK_ADD_LANES(3);
  }
  for (; left >= kWord; left -= kWord, w += kWeights) {
    const weights each = load(w, of.next);
    a = add_word(a, nook_word_neon(x), each), x += kWord;
    b = add_word(b, nook_word_neon(x1), each), x1 += kWord;
    c = add_word(c, nook_word_neon(x2), each), x2 += kWord;
    d = add_word(d, nook_word_neon(x3), each), x3 += kWord;
  }
  if (left > 0) {
    const weights each = load(w, of.next);
    a = add_word(a, nook_few_neon(x, left), each), b = add_word(b, nook_few_neon(x1, left), each);
    c = add_word(c, nook_few_neon(x2, left), each), d = add_word(d, nook_few_neon(x3, left), each);
  }
  put(a, &of, range, y, outputs), put(b, &of, range, y + job->outputs, outputs);
  put(c, &of, range, y + 2 * (intptr_t)job->outputs, outputs);
  put(d, &of, range, y + 3 * (intptr_t)job->outputs, outputs);
}

/* Likewise, of one pixel. */
static void part_of_pixel(const nook_dot_job* job, const int8_t* x, const int8_t* packed, intptr_t next,
                          int8_t* y, int32_t outputs, const nook_range_neon* range) {
  const groups of = find_groups(packed, next);
  const int8_t* w = of.w;
  sums s = biases(&of);
  int32_t left = job->depth;
  for (; left >= kVector; left -= kVector, x += kVector, w += 4 * kWeights) {
    const int8x16_t v = vld1q_s8(x);
    const weights w0 = load(w, of.next), w1 = load(w + kWeights, of.next);
    const weights w2 = load(w + 2 * kWeights, of.next), w3 = load(w + 3 * kWeights, of.next);
    NOOK_ADD_LANE(s, v, w0, 0);
    NOOK_ADD_LANE(s, v, w1, 1);
    NOOK_ADD_LANE(s, v, w2, 2);
    NOOK_ADD_LANE(s, v, w3, 3);
  }
  for (; left >= kWord; left -= kWord, x += kWord, w += kWeights)
    s = add_word(s, nook_word_neon(x), load(w, of.next));
  if (left > 0) s = add_word(s, nook_few_neon(x, left), load(w, of.next));
  put(s, &of, range, y, outputs);
}

typedef void part(const nook_dot_job* job, const int8_t* x, const int8_t* packed, intptr_t next, int8_t* y,
                  int32_t outputs, const nook_range_neon* range);

/* All outputs; `compute` inlines. */
NOOK_INLINED_NEON void all_outputs(const nook_dot_job* job, const int8_t* x, int8_t* y,
                                   const nook_range_neon* range, part* compute) {
  const intptr_t next =
      (intptr_t)sizeof(nook_eight_neon) + ((intptr_t)job->depth + kWord - 1) / kWord * kWeights;
  const int8_t* packed = job->weights;
  for (int32_t outputs = job->outputs; outputs > 0; outputs -= 16, y += 16, packed += 2 * next)
    compute(job, x, packed, outputs > 8 ? next : 0, y, outputs, range);
}

void nook_dot_eight_dotprod(const nook_dot_job* job) {
  const nook_range_neon range = nook_range_of_neon(job->zero, job->low, job->high);
  const int8_t* x = job->x;
  int8_t* y = job->y;
  int32_t n = job->pixels;
  for (; n >= NOOK_PIXELS_DOTPROD; n -= NOOK_PIXELS_DOTPROD) {
    all_outputs(job, x, y, &range, tile);
    x += NOOK_PIXELS_DOTPROD * (intptr_t)job->step, y += NOOK_PIXELS_DOTPROD * (intptr_t)job->outputs;
  }
  for (; n > 0; --n, x += job->step, y += job->outputs) all_outputs(job, x, y, &range, part_of_pixel);
}
