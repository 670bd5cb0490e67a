#include "nook/ops/few_bits/sums.h"

/* Inputs and weights of one bit. */

/* The plane of x. The loop moves the bit of an element to the top, from where it comes down with those after
 * it. */
static void plane_of(const nook_few_bits* p, const int8_t* x, uint32_t* plane) {
  const int32_t low = p->x_low, shift = p->x_shift;
  for (int32_t left = p->depth; left > 0; left -= 32) {
    const int8_t* const end = x + (left < 32 ? left : 32);
    uint32_t bits = 0;
    do {
      bits = bits >> 1 | (uint32_t)(*x++ - low) >> shift << 31;
    } while (x != end);
    *plane++ = left < 32 ? bits >> (32 - left) : bits;
  }
}

static int32_t ones_of(const uint32_t* plane, int32_t words) {
  int32_t ones = 0;
  for (int32_t i = 0; i < words; ++i) ones += nook_ones_in_both(plane + i, plane + i, 1);
  return ones;
}

/* One mark of a channel, int16: two levels. */
static void two_levels(const nook_few_bits* p, const uint32_t* plane, const int8_t* w, const int16_t* marks,
                       int8_t* y) {
  const int32_t words = p->words, both = p->both, low = p->first, high = p->first + p->step;
  const int32_t less = p->ones * ones_of(plane, words);
  const uint32_t* row = (const uint32_t*)(const void*)w;
  const int16_t* const end = marks + p->channels;
  for (; marks != end; row += words) {
    const int32_t sum = both * nook_ones_in_both(plane, row, words) + less;
    *y++ = (int8_t)(*marks++ <= sum ? high : low);
  }
}

static void more_levels(const nook_few_bits* p, const uint32_t* plane, const int8_t* w, const void* marks,
                        int8_t* y) {
  const int32_t words = p->words, less = p->ones * ones_of(plane, words);
  const uint32_t* row = (const uint32_t*)(const void*)w;
  for (int32_t c = 0; c < p->channels; ++c, row += words) {
    const int32_t sum = p->both * nook_ones_in_both(plane, row, words) + less;
    y[c] = (int8_t)(p->first + p->step * nook_few_bits_passed(p, marks, c, sum));
  }
}

void nook_few_bits_s8_bits_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                               const int32_t* add, int8_t* y, void* scratch_memory) {
  uint32_t* plane = (uint32_t*)scratch_memory;
  (void)add; /* the marks include it */
  for (int32_t b = 0; b < p->batches; ++b, x += p->depth, y += p->channels) {
    plane_of(p, x, plane);
    if (p->marks == 1 && !p->wide) {
      two_levels(p, plane, w, (const int16_t*)marks, y);
    } else {
      more_levels(p, plane, w, marks, y);
    }
  }
}
