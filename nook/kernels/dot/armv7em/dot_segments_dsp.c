#include "nook/kernels/dot/armv7em/dot_segments_dsp.h"

#include <string.h>

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_s16_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_segment) == 16 && sizeof(nook_segments_job) == 16 ? 1 : -1];

/* Naked functions that jump to each other, because no compiler keeps six sums, two pointers and six operands
 * in registers. Registers: r0 the inputs, r1 the stream, r2 and r3 four inputs, r4 to r7 their weights: of
 * outputs 0 and 1 for two inputs each, then of 2 and 3. Two outputs share a halfword, 256 * b + a. r8 and r9
 * sum the products with it in 64 bits, r10 those with a, which is its low byte; r11, r12 and lr likewise. An
 * input has 16 bits, a weight 8, so that a product is at most 2^22 and a sum of n below 2^31 for n < 2^9, and
 * for many more with the weights that there are: takes_s16() sums their magnitudes. 64 bits hold any.
 * On the stack: 0 the next segment, 4 where this one ends, 8 y, 12 outputs left, 16 the list. */
#define NOOK_TWO_OUTPUTS(w, low, high, a) \
  "smlald " low ", " high ", r2, " w      \
  "\n\t"                                  \
  "sxtb16 " w ", " w                      \
  "\n\t"                                  \
  "smlad  " a ", r2, " w ", " a "\n\t"
#define NOOK_TWO_MORE(w, low, high, a) \
  "smlald " low ", " high ", r3, " w   \
  "\n\t"                               \
  "sxtb16 " w ", " w                   \
  "\n\t"                               \
  "smlad  " a ", r3, " w ", " a "\n\t"
#define NOOK_FOUR_INPUTS                                                                \
  "ldmia.w r1!, {r4, r5, r6, r7}\n\t" NOOK_TWO_OUTPUTS("r4", "r8", "r9", "r10")         \
      NOOK_TWO_MORE("r5", "r8", "r9", "r10") NOOK_TWO_OUTPUTS("r6", "r11", "r12", "lr") \
          NOOK_TWO_MORE("r7", "r11", "r12", "lr")
/* 56 bytes each. */
#define NOOK_BLOCK "ldrd   r2, r3, [r0], #8\n\t" NOOK_FOUR_INPUTS
enum { kBlockBytes = 56, kBlocks = 4 };

#define NOOK_NEXT_SEGMENT            \
  "ldmia  r2!, {r0, r4, r5, r6}\n\t" \
  "strd   r2, r4, [sp]\n\t"          \
  "bx     r5\n\t"
#define NOOK_AT_THE_END     \
  "ldr    r4, [sp, #4]\n\t" \
  "cmp    r0, r4\n\t"

#define NOOK_NAKED static NOOK_ASSEMBLY __attribute__((used))

/* For inputs at a multiple of 4; begins with one of its blocks. */
NOOK_NAKED void nook_segment_of_words(void) {
  __asm volatile("1:\n\t" NOOK_BLOCK NOOK_BLOCK NOOK_BLOCK NOOK_BLOCK NOOK_AT_THE_END
                 "bne.w  1b\n\t"
                 "ldr    r2, [sp]\n\t" NOOK_NEXT_SEGMENT);
}
/* For inputs anywhere. */
NOOK_NAKED void nook_segment_of_halfwords(void) {
  __asm volatile(
      "1:\n\t"
      "ldr    r2, [r0], #4\n\t"
      "ldr    r3, [r0], #4\n\t" NOOK_FOUR_INPUTS NOOK_AT_THE_END
      "bne    1b\n\t"
      "ldr    r2, [sp]\n\t" NOOK_NEXT_SEGMENT);
}

/* The sums of b from those of 256 * b + a: b0 in r8, b1 in r11. */
#define NOOK_SUM_OF_B(low, high, a) \
  "subs   " low ", " low ", " a     \
  "\n\t"                            \
  "sbc    " high ", " high ", " a   \
  ", asr #31"                       \
  "\n\t"                            \
  "lsr    " low ", " low            \
  ", #8"                            \
  "\n\t"                            \
  "orr    " low ", " low ", " high ", lsl #24\n\t"
#define NOOK_SUMS_OF NOOK_SUM_OF_B("r8", "r9", "r10") NOOK_SUM_OF_B("r11", "r12", "lr")

/* The last four outputs overlap the previous ones if they are not a multiple of four. */
#define NOOK_STORE                    \
  "ldrd   r2, r3, [sp, #8]\n\t"       \
  "str    r10, [r2], #4\n\t"          \
  "str    lr, [r2], #4\n\t"           \
  "subs   r3, #4\n\t"                 \
  "ble    2f\n\t"                     \
  "cmp    r3, #4\n\t"                 \
  "bge    1f\n\t"                     \
  "rsb    r4, r3, #4\n\t"             \
  "sub    r2, r2, r4, lsl #1\n\t"     \
  "1:\n\t"                            \
  "strd   r2, r3, [sp, #8]\n\t"       \
  "b.w    nook_next_four_outputs\n\t" \
  "2:\n\t"                            \
  "add    sp, #20\n\t"                \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

NOOK_NAKED void nook_next_four_outputs(void) {
  __asm volatile(
      "ldr    r2, [sp, #16]\n\t"
      "ldmia.w r1!, {r8, r9, r10, r11, r12, lr}\n\t" NOOK_NEXT_SEGMENT);
}
NOOK_NAKED void nook_end_of_64(void) {
  __asm volatile(NOOK_SUMS_OF NOOK_FACTORS_64 NOOK_TWO_64("r10", "r8")
                     NOOK_FACTORS_64 NOOK_TWO_64("lr", "r11") NOOK_STORE);
}
NOOK_NAKED void nook_end_of_32(void) {
  __asm volatile(NOOK_SUMS_OF NOOK_FACTORS_32 NOOK_TWO_32("r10", "r8")
                     NOOK_FACTORS_32 NOOK_TWO_32("lr", "r11") NOOK_STORE);
}

static NOOK_ASSEMBLY void multiply(const nook_segments_job* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #20\n\t"
      "ldmia  r0, {r1, r2, r3, r4}\n\t"
      "strd   r2, r3, [sp, #8]\n\t"
      "str    r4, [sp, #16]\n\t"
      "b.w    nook_next_four_outputs\n\t");
}

nook_segment nook_segment_dsp(const int16_t* x, int32_t size) {
  nook_segment segment = {x, x + size, (uintptr_t)nook_segment_of_halfwords, 0};
  if (((uintptr_t)x & 3u) == 0)
    segment.code =
        (uintptr_t)nook_segment_of_words + kBlockBytes * (((uint32_t)0 - (uint32_t)size / 4) % kBlocks);
  return segment;
}

nook_segment nook_end_of_segments_dsp(int sums_of_32) {
  const nook_segment end = {0, 0, sums_of_32 ? (uintptr_t)nook_end_of_32 : (uintptr_t)nook_end_of_64, 0};
  return end;
}

void nook_dot_segments_dsp(const nook_segments_job* job) {
  int16_t few[4];
  if (job->outputs >= 4) {
    multiply(job);
    return;
  }
  nook_segments_job to_few = *job;
  to_few.y = few;
  multiply(&to_few);
  memcpy(job->y, few, (size_t)job->outputs * sizeof *few);
}
