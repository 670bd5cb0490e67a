#include "nook/kernels/asm/four_halves_dsp.h"
#include "nook/ops/families/pool_rows.h"
#include "nook/ops/max_pool2d/max_pool2d.h"

/* The largest values so far, in two words of two channels each. */
typedef struct largest {
  uint32_t first, second;
} largest;

/* Updates the maximum with the next `pixels` pixels, at least one; returns the address after them. The whole
 * loop is in assembly, because compilers move the selected halves between registers. */
static inline const char* larger_pixels(largest* most, const char* x, int32_t pixels, int32_t step,
                                        int32_t second) {
  uint32_t two, next;
  __asm volatile(
      "1:\n\t"
      "ldr    %[two], [%[x]]\n\t"
      "subs   %[pixels], %[pixels], #1\n\t"
      "ssub16 %[next], %[a], %[two]\n\t"
      "ldr    %[next], [%[x], %[second]]\n\t"
      "sel    %[a], %[a], %[two]\n\t"
      "add    %[x], %[x], %[step]\n\t"
      "ssub16 %[two], %[b], %[next]\n\t"
      "sel    %[b], %[b], %[next]\n\t"
      "bne    1b"
      : [x] "+r"(x), [pixels] "+r"(pixels), [a] "+r"(most->first), [b] "+r"(most->second), [two] "=&r"(two),
        [next] "=&r"(next)
      : [step] "r"(step), [second] "r"(second)
      : "cc", "memory");
  return x;
}

void nook_max_pool2d_s16_dsp_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16, int16_t)) {
  (void)scratch_memory;
  const int32_t in_c = p->in_c, step = 2 * in_c, second = nook_second_halves(in_c),
                last = nook_last_four(in_c);
  const uint32_t low = nook_both_halves(p->act_min), high = nook_both_halves(p->act_max);
  nook_pool_window w = nook_pool_row_of(x, oy * p->stride_h - p->pad_top, p->filter_h, p->in_h);
  for (int32_t ox = 0; ox < p->out_w; ++ox, y_row += in_c) {
    nook_pool_at(&w, ox * p->stride_w - p->pad_left, p->filter_w, p->in_w, step);
    for (int32_t c = 0;; c = nook_next_four(c, last)) {
      largest most = {low, low}; /* the result is never lower */
      const char* from = w.first + 2 * c;
      int32_t rows = w.end - w.begin;
      do {
        from = nook_pool_below(&w, larger_pixels(&most, from, w.width, step, 2 * second));
      } while (--rows != 0);
      most.first = nook_smaller_halves(most.first, high),
      most.second = nook_smaller_halves(most.second, high);
      memcpy(y_row + c, &most.first, 4), memcpy(y_row + c + second, &most.second, 4);
      if (c == last) break;
    }
  }
}

void nook_max_pool2d_s16_dsp(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_max_pool2d_s16_dsp_row)
}
