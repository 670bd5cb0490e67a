#include "nook/kernels/dot/armv7em/dot_pixels_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_s16_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_segment) == 16 && sizeof(nook_pixels_job) == 20 ? 1 : -1];

/* Naked functions that jump to each other, because no compiler keeps four sums, three pointers and seven
 * operands in registers. Registers: r0 the inputs of the first pixel, r12 of the second; r1 the stream; r2
 * and r3 four inputs of the first pixel, r4 and r5 of the second; r6 and r7 their weights, a word for each
 * output; lr two weights; r8 and r9 the sums of the first pixel, r10 and r11 of the second. A product of an
 * input (16 bits) with a weight (8) is at most 2^22, so that n of them are below 2^31 for n < 2^9, and for
 * many more with the weights that there are: takes_pixels() adds their magnitudes up. 32-bit sums wrap around
 * as they are to. On the stack: 0 the next segment, 4 where this one ends, 8 y, 12 outputs left, 16 the list,
 * 20 step, 24 bytes of y from a pixel to the next. */
#define NOOK_FOUR_OF_TWO(w, first, second) \
  "sxtb16 lr, " w                          \
  "\n\t"                                   \
  "smlad  " first ", r2, lr, " first       \
  "\n\t"                                   \
  "smlad  " second ", r4, lr, " second     \
  "\n\t"                                   \
  "sxtb16 " w ", " w                       \
  ", ror #8\n\t"                           \
  "smlad  " first ", r3, " w ", " first    \
  "\n\t"                                   \
  "smlad  " second ", r5, " w ", " second "\n\t"
/* 60 bytes each. */
#define NOOK_BLOCK_OF_TWO        \
  "ldrd   r2, r3, [r0], #8\n\t"  \
  "ldrd   r4, r5, [r12], #8\n\t" \
  "ldrd   r6, r7, [r1], #8\n\t" NOOK_FOUR_OF_TWO("r6", "r8", "r10") NOOK_FOUR_OF_TWO("r7", "r9", "r11")
#define NOOK_FOUR_OF_ONE(w, sum) \
  "sxtb16 lr, " w                \
  "\n\t"                         \
  "smlad  " sum ", r2, lr, " sum \
  "\n\t"                         \
  "sxtb16 " w ", " w             \
  ", ror #8\n\t"                 \
  "smlad  " sum ", r3, " w ", " sum "\n\t"
#define NOOK_WEIGHTS_OF_ONE \
  "ldrd   r6, r7, [r1], #8\n\t" NOOK_FOUR_OF_ONE("r6", "r8") NOOK_FOUR_OF_ONE("r7", "r9")
/* 40 bytes each. */
#define NOOK_BLOCK_OF_ONE "ldrd   r2, r3, [r0], #8\n\t" NOOK_WEIGHTS_OF_ONE
enum { kBytesOfTwo = 60, kBlocksOfTwo = 8, kBytesOfOne = 40, kBlocksOfOne = 4 };

#define NOOK_NEXT_SEGMENT              \
  "ldmia.w r2!, {r0, r4, r5, r12}\n\t" \
  "strd   r2, r4, [sp]\n\t"            \
  "bx     r5\n\t"
#define NOOK_AT_THE_END     \
  "ldr    lr, [sp, #4]\n\t" \
  "cmp    r0, lr\n\t"

#define NOOK_NAKED static NOOK_ASSEMBLY __attribute__((used))

/* For inputs at a multiple of 4; begin with one of their blocks. */
NOOK_NAKED void nook_words_of_two_pixels(void) {
  __asm volatile("1:\n\t" NOOK_BLOCK_OF_TWO NOOK_BLOCK_OF_TWO NOOK_BLOCK_OF_TWO NOOK_BLOCK_OF_TWO
                     NOOK_BLOCK_OF_TWO NOOK_BLOCK_OF_TWO NOOK_BLOCK_OF_TWO NOOK_BLOCK_OF_TWO NOOK_AT_THE_END
                 "bne.w  1b\n\t"
                 "ldr    r2, [sp]\n\t" NOOK_NEXT_SEGMENT);
}
NOOK_NAKED void nook_words_of_a_pixel(void) {
  __asm volatile(
      "1:\n\t" NOOK_BLOCK_OF_ONE NOOK_BLOCK_OF_ONE NOOK_BLOCK_OF_ONE NOOK_BLOCK_OF_ONE NOOK_AT_THE_END
      "bne.w  1b\n\t"
      "ldr    r2, [sp]\n\t" NOOK_NEXT_SEGMENT);
}
/* For inputs anywhere. */
NOOK_NAKED void nook_halfwords_of_a_pixel(void) {
  __asm volatile(
      "1:\n\t"
      "ldr    r2, [r0], #4\n\t"
      "ldr    r3, [r0], #4\n\t" NOOK_WEIGHTS_OF_ONE NOOK_AT_THE_END
      "bne    1b\n\t"
      "ldr    r2, [sp]\n\t" NOOK_NEXT_SEGMENT);
}

NOOK_NAKED void nook_no_inputs(void) {
  __asm volatile(
      "add    r1, r0\n\t"
      "ldr    r2, [sp]\n\t" NOOK_NEXT_SEGMENT);
}

#define NOOK_OUTPUTS_OF_ONE  \
  "ldr    r2, [sp, #16]\n\t" \
  "ldrd   r8, r9, [r1], #8\n\t" NOOK_NEXT_SEGMENT
#define NOOK_OUTPUTS_OF_TWO     \
  "ldr    r2, [sp, #16]\n\t"    \
  "ldrd   r8, r9, [r1], #8\n\t" \
  "mov    r10, r8\n\t"          \
  "mov    r11, r9\n\t" NOOK_NEXT_SEGMENT
/* The last two outputs overlap the previous ones if their number is odd. */
#define NOOK_STORED(outputs)            \
  "subs   r3, #2\n\t"                   \
  "bmi    2f\n\t"                       \
  "beq    3f\n\t"                       \
  "1:\n\t"                              \
  "strd   r2, r3, [sp, #8]\n\t" outputs \
  "3:\n\t"                              \
  "subs   r2, #2\n\t"                   \
  "b      1b\n\t"                       \
  "2:\n\t"                              \
  "add    sp, #24\n\t"                  \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"
#define NOOK_STORE_OF_ONE       \
  "ldrd   r2, r3, [sp, #8]\n\t" \
  "str    r8, [r2], #4\n\t" NOOK_STORED(NOOK_OUTPUTS_OF_ONE)
#define NOOK_STORE_OF_TWO       \
  "ldrd   r2, r3, [sp, #8]\n\t" \
  "ldr    r4, [sp, #20]\n\t"    \
  "str    r10, [r2, r4]\n\t"    \
  "str    r8, [r2], #4\n\t" NOOK_STORED(NOOK_OUTPUTS_OF_TWO)

NOOK_NAKED void nook_end_of_a_pixel_64(void) {
  __asm volatile(NOOK_FACTORS_64 NOOK_TWO_64("r8", "r9") NOOK_STORE_OF_ONE);
}
NOOK_NAKED void nook_end_of_a_pixel_32(void) {
  __asm volatile(NOOK_FACTORS_32 NOOK_TWO_32("r8", "r9") NOOK_STORE_OF_ONE);
}
NOOK_NAKED void nook_end_of_two_pixels_64(void) {
  __asm volatile(NOOK_FACTORS_64 NOOK_TWO_64("r8", "r9") NOOK_TWO_64("r10", "r11") NOOK_STORE_OF_TWO);
}
NOOK_NAKED void nook_end_of_two_pixels_32(void) {
  __asm volatile(NOOK_FACTORS_32 NOOK_TWO_32("r8", "r9") NOOK_TWO_32("r10", "r11") NOOK_STORE_OF_TWO);
}

static NOOK_ASSEMBLY void multiply(const nook_pixels_job* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #24\n\t"
      "ldmia  r0, {r1, r2, r3, r4, r5}\n\t"
      "lsls   r6, r3, #1\n\t"
      "subs   r3, #1\n\t"
      "strd   r2, r3, [sp, #8]\n\t"
      "strd   r4, r6, [sp, #16]\n\t"
      "cbnz   r5, 1f\n\t" NOOK_OUTPUTS_OF_ONE "1:\n\t" NOOK_OUTPUTS_OF_TWO);
}

/* The first block of a loop of `blocks`. */
static uintptr_t entry(void (*loop)(void), int32_t size, int32_t blocks, int32_t bytes) {
  return (uintptr_t)loop + (uint32_t)bytes * (((uint32_t)0 - (uint32_t)size / 4) % (uint32_t)blocks);
}

nook_segment nook_segment_of_two_dsp(const int16_t* x, int32_t size, int32_t step) {
  const nook_segment segment = {x, x + size, entry(nook_words_of_two_pixels, size, kBlocksOfTwo, kBytesOfTwo),
                                x + step / 2};
  return segment;
}
nook_segment nook_segment_of_one_dsp(const int16_t* x, int32_t size) {
  const uintptr_t words = entry(nook_words_of_a_pixel, size, kBlocksOfOne, kBytesOfOne);
  const nook_segment segment = {x, x + size, (uintptr_t)x & 3u ? (uintptr_t)nook_halfwords_of_a_pixel : words,
                                0};
  return segment;
}
nook_segment nook_no_inputs_dsp(int32_t size) {
  const nook_segment segment = {(const int16_t*)(uintptr_t)(2u * (uint32_t)size), 0,
                                (uintptr_t)nook_no_inputs, 0};
  return segment;
}
nook_segment nook_end_of_inputs_dsp(int two, int sums_of_32) {
  const uintptr_t of_two =
      sums_of_32 ? (uintptr_t)nook_end_of_two_pixels_32 : (uintptr_t)nook_end_of_two_pixels_64;
  const uintptr_t of_one = sums_of_32 ? (uintptr_t)nook_end_of_a_pixel_32 : (uintptr_t)nook_end_of_a_pixel_64;
  const nook_segment end = {0, 0, two ? of_two : of_one, 0};
  return end;
}

void nook_dot_pixels_dsp(const nook_pixels_job* job) {
  if (job->outputs > 1) {
    multiply(job);
    return;
  }
  int16_t both[4]; /* an unused word after each output */
  nook_pixels_job to_both = *job;
  to_both.y = both, to_both.outputs = 2;
  multiply(&to_both);
  job->y[0] = both[0];
  if (job->two) job->y[1] = both[2];
}
