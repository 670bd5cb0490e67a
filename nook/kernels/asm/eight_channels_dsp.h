/* Sums of pixels on cores with DSP instructions, eight channels at once: two words of each pixel. */
#ifndef NOOK_KERNELS_ASM_EIGHT_CHANNELS_DSP_H_
#define NOOK_KERNELS_ASM_EIGHT_CHANNELS_DSP_H_

#include <string.h>

#include "nook/kernels/dot/armv7em/bytes_dsp.h"

/* The sums of this many pixels fit 16 bits. */
enum { NOOK_EIGHT_MOST_PIXELS = 256 };

/* The least number of channels. With fewer than eight, the two words overlap. */
enum { NOOK_EIGHT_LEAST_CHANNELS = 4 };

/* The distance of the second word from the first. The asm hides its value, so that the compiler keeps it in a
 * register and the loop is short. */
static inline int32_t nook_second_word(int32_t channels) {
  int32_t second = channels < 8 ? channels - 4 : 4;
  __asm("" : "+r"(second));
  return second;
}

/* The start of the next eight channels after `c`. The last eight channels may overlap the previous ones; they
 * start at nook_last_eight(). */
static inline int32_t nook_last_eight(int32_t channels) { return channels < 8 ? 0 : channels - 8; }
static inline int32_t nook_next_eight(int32_t c, int32_t last) { return c + 8 < last ? c + 8 : last; }

/* Bytes 0 and 2 of the first word, then 1 and 3, then the same of the second word, as halfwords. */
typedef struct nook_eight_sums {
  uint32_t even, odd, second_even, second_odd;
} nook_eight_sums;

/* Adds `pixels` pixels, at least one, with a stride of `step` bytes; returns the address after them. */
static inline const int8_t* nook_add_pixels(nook_eight_sums* sums, const int8_t* x, int32_t pixels,
                                            int32_t step, int32_t second) {
  nook_eight_sums s = *sums;
  do {
    uint32_t four, next;
    memcpy(&four, x, 4), memcpy(&next, x + second, 4);
    x += step;
    s.even = nook_even_bytes(s.even, four), s.odd = nook_odd_bytes(s.odd, four);
    s.second_even = nook_even_bytes(s.second_even, next), s.second_odd = nook_odd_bytes(s.second_odd, next);
  } while (--pixels != 0);
  *sums = s;
  return x;
}

#endif
