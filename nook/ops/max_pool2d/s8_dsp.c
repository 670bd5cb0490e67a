#include <string.h>

#include "nook/kernels/asm/eight_channels_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

/* The largest values so far, in two words of four channels each. */
typedef struct largest {
  uint32_t first, second;
} largest;

/* Updates the maximum with the next `pixels` pixels, at least one; returns the address after them. A
 * subtraction sets the flags for the larger of two bytes, a selection uses them. The whole loop is in
 * assembly, because compilers move the selected bytes between registers. */
static inline const int8_t* larger_pixels(largest* most, const int8_t* x, int32_t pixels, int32_t step,
                                          int32_t second) {
  uint32_t four, next;
  __asm volatile(
      "1:\n\t"
      "ldr   %[four], [%[x]]\n\t"
      "subs  %[pixels], %[pixels], #1\n\t"
      "ssub8 %[next], %[a], %[four]\n\t"
      "ldr   %[next], [%[x], %[second]]\n\t"
      "sel   %[a], %[a], %[four]\n\t"
      "add   %[x], %[x], %[step]\n\t"
      "ssub8 %[four], %[b], %[next]\n\t"
      "sel   %[b], %[b], %[next]\n\t"
      "bne   1b"
      : [x] "+r"(x), [pixels] "+r"(pixels), [a] "+r"(most->first), [b] "+r"(most->second), [four] "=&r"(four),
        [next] "=&r"(next)
      : [step] "r"(step), [second] "r"(second)
      : "cc", "memory");
  return x;
}

void nook_max_pool2d_s8_dsp_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s8, int8_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, second = nook_second_word(in_c), last = nook_last_eight(in_c);
  const uint32_t low = nook_all_bytes(p->act_min), high = nook_all_bytes(p->act_max);
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, in_c);
    for (int32_t c = 0;; c = nook_next_eight(c, last)) {
      largest most = {low, low}; /* the result is never lower */
      const int8_t* from = (const int8_t*)w.first + c;
      int32_t rows = w.end - w.begin;
      do {
        from = nook_pool_below_s8(&w, larger_pixels(&most, from, w.width, in_c, second));
      } while (--rows != 0);
      most.first = nook_smaller_bytes(most.first, high), most.second = nook_smaller_bytes(most.second, high);
      memcpy(y_row + c, &most.first, 4), memcpy(y_row + c + second, &most.second, 4);
      if (c == last) break;
    }
  }
}

void nook_max_pool2d_s8_dsp(NOOK_POOL_ARGUMENTS(nook_pool_s8, int8_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s8_dsp_row)
}
