#include "nook/kernels/dot/c99/dot_lanes_ref.h"

#include "nook/kernels/asm/rescale_twice.h"

enum { kGroup = NOOK_LANES_TOGETHER + 1, kSums = 2 * NOOK_LANES_REF };

/* Converts groups of four words to {2^15 - 128 * their sum, the four}, in ascending order, so `to` precedes
 * the words. */
static void put_sums(uint32_t* to, const uint32_t* from, const uint32_t* end) {
  for (; from != end; from += NOOK_LANES_TOGETHER, to += kGroup) {
    const uint32_t x0 = from[0], x1 = from[1], x2 = from[2], x3 = from[3];
    to[0] = 0x8000u - ((x0 + x1 + x2 + x3) << 7), to[1] = x0, to[2] = x1, to[3] = x2, to[4] = x3;
  }
}

/* Four inputs of output k. Loads do not move across the end: compilers that load all weights first run out of
 * registers. */
#define NOOK_FOUR_INPUTS(k, both, second)                   \
  do {                                                      \
    uint32_t sum = start + x0 * w[4 * (k)];                 \
    sum += x1 * w[4 * (k) + 1], sum += x2 * w[4 * (k) + 2]; \
    sum += x3 * w[4 * (k) + 3];                             \
    both += sum, second += (uint32_t)((int32_t)sum >> 16);  \
    __asm__ volatile("" : : : "memory");                    \
  } while (0)

/* Computes `both` and `second` sums of eight outputs, in turn: the products of the words from x to `end`,
 * added to the sums at `from`, if that is not null, and to a sum of the first pixel. Returns the end of the
 * weights. Not inlined, because a caller leaves too few registers. */
static __attribute__((noinline)) const uint8_t* add_products_ref(const uint32_t* x, const uint32_t* end,
                                                                 const uint8_t* w, uint32_t* sums,
                                                                 const uint32_t* from, uint32_t first) {
  uint32_t both0 = first, both1 = first, both2 = first, both3 = first;
  uint32_t both4 = first, both5 = first, both6 = first, both7 = first;
  uint32_t second0 = 0, second1 = 0, second2 = 0, second3 = 0, second4 = 0, second5 = 0, second6 = 0,
           second7 = 0;
  if (from) {
    both0 += from[0], second0 = from[1], both1 += from[2], second1 = from[3];
    both2 += from[4], second2 = from[5], both3 += from[6], second3 = from[7];
    both4 += from[8], second4 = from[9], both5 += from[10], second5 = from[11];
    both6 += from[12], second6 = from[13], both7 += from[14], second7 = from[15];
  }
  do {
    const uint32_t start = x[0], x0 = x[1], x1 = x[2], x2 = x[3], x3 = x[4];
    NOOK_FOUR_INPUTS(0, both0, second0);
    NOOK_FOUR_INPUTS(1, both1, second1);
    NOOK_FOUR_INPUTS(2, both2, second2);
    NOOK_FOUR_INPUTS(3, both3, second3);
    NOOK_FOUR_INPUTS(4, both4, second4);
    NOOK_FOUR_INPUTS(5, both5, second5);
    NOOK_FOUR_INPUTS(6, both6, second6);
    NOOK_FOUR_INPUTS(7, both7, second7);
    x += kGroup, w += NOOK_LANES_TOGETHER * NOOK_LANES_REF;
  } while (x != end);
  sums[0] = both0, sums[1] = second0, sums[2] = both1, sums[3] = second1;
  sums[4] = both2, sums[5] = second2, sums[6] = both3, sums[7] = second3;
  sums[8] = both4, sums[9] = second4, sums[10] = both5, sums[11] = second5;
  sums[12] = both6, sums[13] = second6, sums[14] = both7, sums[15] = second7;
  return w;
}

/* Adds the excess of an output's weights over a byte. */
static inline const void* add_rests(const nook_lanes_output* o, const uint32_t* x, uint32_t* both,
                                    uint32_t* second) {
  const nook_lanes_rest* rest = (const nook_lanes_rest*)(o + 1);
  for (int32_t left = o->rests; left > 0; --left, ++rest) {
    const uint32_t product = *(const uint32_t*)((const char*)x + rest->at) * (uint32_t)(int32_t)rest->weight;
    *both += product, *second += (uint32_t)((int32_t)(product + 0x8000u) >> 16);
  }
  return rest;
}

/* Handles a part before the last one: keeps its sums. */
static const void* keep_sums(const nook_lanes_job* job, const uint32_t* x, const uint32_t* end,
                             uint32_t first) {
  const void* w = job->weights;
  uint32_t* sums = job->to;
  for (int32_t left = job->outputs; left > 0; left -= NOOK_LANES_REF, sums += kSums) {
    w = add_products_ref(x, end, w, sums, job->from ? sums : 0, first);
    for (int32_t k = 0; k < kSums; k += 2) w = add_rests(w, x, sums + k, sums + k + 1);
  }
  return w;
}

const void* nook_dot_lanes_ref(const nook_lanes_job* job) {
  const int32_t fours = (int32_t)((uint32_t)job->x_bytes / (4 * NOOK_LANES_TOGETHER));
  uint32_t* const x = job->x - fours;
  const uint32_t* const end = job->x + NOOK_LANES_TOGETHER * fours;
  put_sums(x, job->x, end);
  const uint32_t first = 0u - ((uint32_t)fours << 15); /* without the added halves */
  if (job->to) return keep_sums(job, x, end, first);
  const nook_clamp_to to = {job->zero, job->low - job->zero, job->high - job->zero};
  const void* w = job->weights;
  const uint32_t* from = job->from;
  int8_t *y0 = job->y0, *y1 = job->y1;
  for (int32_t left = job->outputs;;) {
    uint32_t sums[kSums];
    w = add_products_ref(x, end, w, sums, from, first);
    if (from) from += kSums;
    for (const uint32_t* sum = sums; sum != sums + kSums; sum += 2, ++y0, ++y1) {
      uint32_t both = sum[0], second = sum[1];
      const nook_lanes_output* const o = w;
      const nook_lanes_factor* const factor = add_rests(o, x, &both, &second);
      const nook_output_twice output = {factor->bias, factor->multiplier, o->shift};
      const int32_t first_output = nook_word_twice(&output, both - (second << 16), &to);
      const int32_t second_output = nook_word_twice(&output, second, &to);
      *y0 = (int8_t)first_output, *y1 = (int8_t)second_output; /* not read: y1 may be y0 */
      w = factor + 1;
    }
    left -= NOOK_LANES_REF;
    if (left <= 0) return w;
    if (left < NOOK_LANES_REF) y0 -= NOOK_LANES_REF - left, y1 -= NOOK_LANES_REF - left;
  }
}
