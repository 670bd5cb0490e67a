#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/max_pool2d/line.h"

/* Four channels at once; if the channels are not a multiple of four, the last four overlap the previous ones.
 * The loop is in assembly, because compilers move the selected bytes between registers. */
static void larger_pixel(int8_t* y, const int8_t* a, const int8_t* b, int32_t channels) {
  uint32_t four, other, difference;
  int32_t words = channels / 4;
  const int32_t rest = channels % 4;
  __asm volatile(
      "1:\n\t"
      "ldr   %[four], [%[a]], #4\n\t"
      "ldr   %[other], [%[b]], #4\n\t"
      "subs  %[words], %[words], #1\n\t"
      "ssub8 %[difference], %[four], %[other]\n\t"
      "sel   %[four], %[four], %[other]\n\t"
      "str   %[four], [%[y]], #4\n\t"
      "bne   1b"
      : [y] "+r"(y), [a] "+r"(a), [b] "+r"(b), [words] "+r"(words), [four] "=&r"(four), [other] "=&r"(other),
        [difference] "=&r"(difference)
      :
      : "cc", "memory");
  if (rest == 0) return;
  four = nook_larger_bytes(nook_load_word(a + rest - 4), nook_load_word(b + rest - 4));
  memcpy(y + rest - 4, &four, 4);
}

void nook_max_pool2d_s8_dsp_line_row(const nook_pool_s8* p, const nook_rows* x, int32_t oy, int8_t* y_row,
                                     void* scratch_memory) {
  (void)scratch_memory;
  row_of_lines(p, x, oy, y_row);
}
void nook_max_pool2d_s8_dsp_line(const nook_pool_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  images_of_lines(p, x, y);
}
