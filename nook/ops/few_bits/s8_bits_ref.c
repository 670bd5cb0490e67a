#include "nook/ops/few_bits/levels_of_sums.h"
#include "nook/ops/few_bits/sums.h"
#include "nook/ops/few_bits/windows.h"

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

/* A window inside the image, and channels with one mark, int16: two levels. */
static void two_levels(const nook_few_bits* p, const uint32_t* plane, int32_t less, const int8_t* w,
                       const int16_t* marks, int32_t channels, int8_t* y) {
  const int32_t words = p->words, both = p->both, low = p->first, high = p->first + p->step;
  const uint32_t* row = (const uint32_t*)(const void*)w;
  const int16_t* const end = marks + channels;
  for (; marks != end; row += words) {
    const int32_t sum = both * nook_ones_in_both(plane, row, words) + less;
    *y++ = (int8_t)(*marks++ <= sum ? high : low);
  }
}

void nook_few_bits_s8_bits_ref(const nook_few_bits* p, const int8_t* x, const int8_t* w, const void* marks,
                               const int32_t* invert, int8_t* y, void* scratch_memory) {
  uint32_t *const plane = (uint32_t*)scratch_memory, *const pads = plane + p->words;
  nook_few_bits_walk at = {p, x, 0, 0, 0, 0};
  const int32_t channels = nook_few_bits_channels(p),
                fast = p->marks == 1 && !p->wide && !invert && !p->shift;
  do {
    const int32_t first = at.group * channels;
    int32_t outside;
    plane_of(p, nook_few_bits_window(&at, (int8_t*)(pads + p->words), &outside), plane);
    const int32_t less = p->ones * ones_of(plane, p->words) + p->pad_ones * outside;
    const int padded = outside && (p->pad_both | p->pad_ones);
    if (padded) nook_few_bits_pads(&at, pads);
    if (fast && !padded) {
      two_levels(p, plane, less, w + first * p->row, (const int16_t*)marks + first, channels, y);
      y += channels;
      continue;
    }
    for (int32_t c = first; c < first + channels; ++c) {
      const uint32_t* const row = (const uint32_t*)(const void*)(w + c * p->row);
      int32_t sum = p->both * nook_ones_in_both(plane, row, p->words) + less;
      if (padded) sum += p->pad_both * nook_ones_in_both(pads, row, p->words);
      *y++ = nook_few_bits_level(p, marks, invert, c, sum);
    }
  } while (nook_few_bits_next(&at));
}
