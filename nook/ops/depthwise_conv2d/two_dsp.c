#include "nook/ops/depthwise_conv2d/two_dsp.h"

#include "nook/ops/depthwise_conv2d/once_bits_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_two) == 28 ? 1 : -1];
typedef char nook_bits_are_known[NOOK_ONCE_BITS == 10 ? 1 : -1];

/* Registers: r3 the stream; r5 r6 inputs, r7 r8 weights; r9 r10 the sums of the first pixel's two channels,
 * r11 lr of the second's. Inside an image r0 r1 r2 are the rows, r4 and r12 are from a column to the next and
 * to the last. At an edge r0 is what taps are apart from, r1 r2 how far rows 0 and 1 of the last column are,
 * r4 r12 how far columns 0 and 1 of row 2 are. */

/* The halfwords of two taps become pairs of a channel. */
#define PAIRS                      \
  "pkhbt  r5, r5, r6, lsl #16\n\t" \
  "sxtb16 r6, r5, ror #8\n\t"      \
  "sxtb16 r5, r5\n\t"
#define WEIGHTS "ldmia  r3!, {r7, r8}\n\t"
#define FIRST_PIXEL           \
  "smlad  r9, r5, r7, r9\n\t" \
  "smlad  r10, r6, r8, r10\n\t"
#define SECOND_PIXEL            \
  "smlad  r11, r5, r7, r11\n\t" \
  "smlad  lr, r6, r8, lr\n\t"

/* What is behind the loads of each column of rows 0 and 1, from the last one on, which begins with the
 * biases; and of columns 2 and 3, then 0 and 1 of row 2. */
#define COLUMN_3                      \
  PAIRS                               \
  "ldmia  r3!, {r7, r8, r9, r10}\n\t" \
  "smlad  r11, r5, r7, r9\n\t"        \
  "smlad  lr, r6, r8, r10\n\t"
#define COLUMN_2 PAIRS FIRST_PIXEL WEIGHTS SECOND_PIXEL
#define COLUMN_1 PAIRS FIRST_PIXEL WEIGHTS SECOND_PIXEL
#define COLUMN_0 PAIRS FIRST_PIXEL
#define COLUMNS_2_3               \
  PAIRS WEIGHTS SECOND_PIXEL      \
      "smlabt r9, r5, r7, r9\n\t" \
      "smlabt r10, r6, r8, r10\n\t"
#define COLUMNS_0_1                 \
  PAIRS WEIGHTS FIRST_PIXEL         \
      "smlatb r11, r5, r7, r11\n\t" \
      "smlatb lr, r6, r8, lr\n\t"

/* As in fixed_once.h. On the stack: 0 how far y of the first pixel is from r0, which has moved on, 4 that of
 * the second, 8 the address in r0 of the last channel, which is left in r7. Sets the flags of r0 less that.
 */
#define OUTPUTS                      \
  "ldmia  r3!, {r5, r6, r7, r8}\n\t" \
  "smmla  r9, r9, r5, r6\n\t"        \
  "smmla  r10, r10, r7, r8\n\t"      \
  "smmla  r11, r11, r5, r6\n\t"      \
  "smmla  lr, lr, r7, r8\n\t"        \
  "ldmia  sp, {r5, r6, r7}\n\t"      \
  "ssat   r9, #8, r9, asr #10\n\t"   \
  "ssat   r10, #8, r10, asr #10\n\t" \
  "ssat   r11, #8, r11, asr #10\n\t" \
  "ssat   lr, #8, lr, asr #10\n\t"   \
  "bfi    r9, r10, #8, #8\n\t"       \
  "bfi    r11, lr, #8, #8\n\t"       \
  "strh   r9, [r0, r5]\n\t"          \
  "strh   r11, [r0, r6]\n\t"         \
  "cmp    r0, r7\n\t"

#define JOB   const nook_two* job __attribute__((unused))
#define APART const int32_t* apart __attribute__((unused))

/* All in one, because no compiler keeps all of it in registers. On the stack also: 12 the stream, 16 what 8
 * is behind the last pixels. Where one channel is left, the last two are next. */
__attribute__((naked)) void nook_two_dsp(JOB) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #20\n\t"
      "ldrd   r5, r7, [r0, #12]\n\t"
      "ldrd   r4, r9, [r0, #20]\n\t"
      "ldmia  r0, {r0, r1, r2}\n\t"
      "subs   r5, r5, r0\n\t"
      "subs   r5, #2\n\t"
      "adds   r6, r5, r4\n\t"
      "add    r8, r0, r4\n\t"
      "subs   r8, r8, #1\n\t"
      "stmia  sp, {r5, r6, r8}\n\t"
      "lsls   r5, r4, #1\n\t"
      "mla    r8, r9, r5, r8\n\t"
      "strd   r7, r8, [sp, #12]\n\t"
      "add    r12, r5, r4\n"
      "1:\n\t" /* two pixels */
      "ldr    r3, [sp, #12]\n"
      "2:\n\t" /* two channels */
      "ldrh   r5, [r0, r12]\n\t"
      "ldrh   r6, [r1, r12]\n\t" COLUMN_3
      "ldrh   r5, [r0, r4, lsl #1]\n\t"
      "ldrh   r6, [r1, r4, lsl #1]\n\t" COLUMN_2
      "ldrh   r5, [r0, r4]\n\t"
      "ldrh   r6, [r1, r4]\n\t" COLUMN_1
      "ldrh   r5, [r0], #2\n\t"
      "ldrh   r6, [r1], #2\n\t" COLUMN_0
      "ldrh   r5, [r2, r4, lsl #1]\n\t"
      "ldrh   r6, [r2, r12]\n\t" COLUMNS_2_3
      "ldrh   r6, [r2, r4]\n\t"
      "ldrh   r5, [r2], #2\n\t" COLUMNS_0_1 OUTPUTS
      "blo    2b\n\t"
      "bne    3f\n\t"
      "subs   r0, #1\n\t"
      "subs   r1, #1\n\t"
      "subs   r2, #1\n\t"
      "b      2b\n"
      "3:\n\t"
      "add    r0, r4\n\t"
      "add    r1, r4\n\t"
      "add    r2, r4\n\t"
      "add    r7, r7, r4, lsl #1\n\t"
      "str    r7, [sp, #8]\n\t"
      "ldr    r5, [sp, #16]\n\t"
      "cmp    r7, r5\n\t"
      "bne    1b\n\t"
      "add    sp, #20\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}

/* On the stack also: 12 to 36 how far the other taps are. */
__attribute__((naked)) void nook_two_edge_dsp(JOB, APART) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #44\n\t"
      "ldrd   r5, r3, [r0, #12]\n\t"
      "ldr    r7, [r0, #20]\n\t"
      "ldr    r0, [r0, #0]\n\t"
      "subs   r5, r5, r0\n\t"
      "subs   r5, #2\n\t"
      "adds   r6, r5, r7\n\t"
      "adds   r7, r0, r7\n\t"
      "subs   r7, #1\n\t"
      "stmia  sp, {r5, r6, r7}\n\t"
      "mov    lr, r1\n\t"
      "ldmia  lr!, {r5, r6, r7, r8, r9, r10}\n\t"
      "strd   r5, r6, [sp, #12]\n\t"
      "strd   r7, r8, [sp, #20]\n\t"
      "strd   r9, r10, [sp, #28]\n\t"
      "ldmia  lr, {r1, r2, r4, r5, r6, r7}\n\t"
      "mov    r12, r5\n\t"
      "strd   r6, r7, [sp, #36]\n"
      "1:\n\t" /* two channels */
      "ldrh   r5, [r0, r1]\n\t"
      "ldrh   r6, [r0, r2]\n\t" COLUMN_3
      "ldrd   r5, r6, [sp, #28]\n\t"
      "ldrh   r5, [r0, r5]\n\t"
      "ldrh   r6, [r0, r6]\n\t" COLUMN_2
      "ldrd   r5, r6, [sp, #20]\n\t"
      "ldrh   r5, [r0, r5]\n\t"
      "ldrh   r6, [r0, r6]\n\t" COLUMN_1
      "ldrd   r5, r6, [sp, #12]\n\t"
      "ldrh   r5, [r0, r5]\n\t"
      "ldrh   r6, [r0, r6]\n\t" COLUMN_0
      "ldrd   r5, r6, [sp, #36]\n\t"
      "ldrh   r5, [r0, r5]\n\t"
      "ldrh   r6, [r0, r6]\n\t" COLUMNS_2_3
      "ldrh   r5, [r0, r4]\n\t"
      "ldrh   r6, [r0, r12]\n\t"
      "adds   r0, #2\n\t" COLUMNS_0_1 OUTPUTS
      "blo    1b\n\t"
      "itt    eq\n\t"
      "subeq  r0, #1\n\t"
      "beq    1b\n\t"
      "add    sp, #44\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
