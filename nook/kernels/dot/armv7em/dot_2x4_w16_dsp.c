#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/asm/tile_w16_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_2x4_w16) == 40 ? 1 : -1];
typedef char nook_room_is_known[NOOK_W16_MOST_INPUTS == 48 ? 1 : -1];

/* Registers while inputs are unpacked: r0 where to, r8 and r9 the two pixels, r11 their places, r1 the end of
 * these. Two inputs of both pixels lie side by side. */
#define NOOK_WORD             \
  "ldr    r10, [r11], #4\n\t" \
  "ldr    r2, [r8, r10]\n\t"  \
  "ldr    r3, [r9, r10]\n\t"  \
  "sxtb16 r4, r2\n\t"         \
  "sxtb16 r5, r3\n\t"         \
  "sxtb16 r6, r2, ror #8\n\t" \
  "sxtb16 r7, r3, ror #8\n\t" \
  "stmia  r0!, {r4, r5, r6, r7}\n\t"
/* Bytes of that. */
#define NOOK_WORD_BYTES "30"
#define NOOK_TWO_ALONE             \
  "ldrd   r6, r7, [r11], #8\n\t"   \
  "ldrsb  r2, [r8, r6]\n\t"        \
  "ldrsb  r4, [r8, r7]\n\t"        \
  "ldrsb  r3, [r9, r6]\n\t"        \
  "ldrsb  r5, [r9, r7]\n\t"        \
  "pkhbt  r2, r2, r4, lsl #16\n\t" \
  "pkhbt  r3, r3, r5, lsl #16\n\t" \
  "stmia  r0!, {r2, r3}\n\t"

/* Of TWO_CHANNELS, which are two inputs here. */
#define NOOK_TWO_INPUTS_BYTES "38"
/* The same if the sums of both pixels start with the biases, in the registers of the first. */
#define NOOK_FIRST_OUTPUT(w, v, u) \
  "smlad  " u ", r5, " w ", " v    \
  "\n\t"                           \
  "smlad  " v ", r4, " w ", " v "\n\t"
#define NOOK_FIRST_TWO_INPUTS                                                                              \
  "ldmia  r0!, {r4, r5}\n\t"                                                                               \
  "ldmia  r1!, {r2, r3, r6, r7, r8, r9}\n\t" NOOK_FIRST_OUTPUT("r2", "r6", "r10")                          \
      NOOK_FIRST_OUTPUT("r3", "r7", "r11") "ldmia  r1!, {r2, r3}\n\t" NOOK_FIRST_OUTPUT("r2", "r8", "r12") \
          NOOK_FIRST_OUTPUT("r3", "r9", "lr")

/* As fixed_once.h has it. */
#define NOOK_PRODUCTS(v, u, multiplier, plus)  \
  "smmla  " v ", " v ", " multiplier ", " plus \
  "\n\t"                                       \
  "smmla  " u ", " u ", " multiplier ", " plus "\n\t"
#define NOOK_SHIFT(v) "ssat   " v ", #8, " v ", asr #12\n\t"
/* Four outputs become a word. */
#define NOOK_TOGETHER(a, b, c, d) \
  NOOK_SHIFT(a)                   \
  NOOK_SHIFT(b)                   \
  NOOK_SHIFT(c)                   \
  NOOK_SHIFT(d)                   \
  "bfi    " a ", " b              \
  ", #8, #8\n\t"                  \
  "bfi    " c ", " d              \
  ", #8, #8\n\t"                  \
  "pkhbt  " a ", " a ", " c ", lsl #16\n\t"

/* An assembler error if the bytes from one label to the next are more or fewer than stated: the assembler
 * refuses to go back. Not every assembler can compare labels. */
#define NOOK_COPIES_ARE(from, to, said) \
  ".org " from " + " said               \
  "\n\t"                                \
  ".org " to " + (" to " - " from ") - " said "\n\t"

/* One piece of assembly, because no compiler keeps eight sums, four operands and two pointers in registers.
 * On the stack: 0 y, 4 outputs left behind these four, less 4, 8 from there to y of the second pixel, 12
 * where the code for all but two inputs begins, 16 the end of the inputs, 20 x, 24 pixels left, 28 the job,
 * 32 the stream, 36 where the code for the words begins, 40 the end of their places, 44 that of all, 48 the
 * inputs. `ldr pc` wants odd addresses; adr counts from a multiple of 4, which the assembler takes the
 * function to begin at. */
static NOOK_ASSEMBLY void two_pixels(const nook_dot_2x4_w16* job NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #240\n\t"
      "mov    r12, r0\n\t"
      "ldmia  r0, {r4, r5, r6, r7, r8}\n\t"
      "str    r5, [sp, #0]\n\t"
      "strd   r12, r6, [sp, #28]\n\t"
      "mov    r5, r8\n\t"
      "ldrd   r1, r2, [r0, #28]\n\t"
      "ldr    r3, [r0, #36]\n\t"
      "add    r1, r1, r2, lsl #2\n\t"
      "add    r6, r1, r3, lsl #2\n\t"
      "strd   r1, r6, [sp, #40]\n\t"
      "add    r3, r3, r2, lsl #2\n\t" /* inputs */
      "add    r6, sp, #48\n\t"
      "add    r6, r6, r3, lsl #2\n\t"
      "str    r6, [sp, #16]\n\t"
      "lsrs   r3, r3, #1\n\t"
      "subs   r3, #2\n\t" /* after the first two, and one copy is always needed */
      "and    r3, r3, #7\n\t"
      "movs   r6, #" NOOK_TWO_INPUTS_BYTES "\n\t"
      "adr.w  r1, 4f + 1\n\t"
      "mls    r1, r3, r6, r1\n\t"
      "str    r1, [sp, #12]\n\t"
      "subs   r2, #1\n\t"
      "and    r2, r2, #1\n\t"
      "movs   r6, #" NOOK_WORD_BYTES "\n\t"
      "adr.w  r1, 7f + 1\n\t"
      "mls    r1, r2, r6, r1\n\t"
      "str    r1, [sp, #36]\n"
      "1:\n\t" /* two pixels: r4 x, r5 pixels left, r12 the job */
      "strd   r4, r5, [sp, #20]\n\t"
      "ldr    r2, [r12, #12]\n\t"
      "ldrd   r9, r3, [r12, #20]\n\t"
      "ldr    r11, [r12, #28]\n\t"
      "subs   r2, #4\n\t"
      "cmp    r5, #1\n\t"
      "itt    eq\n\t" /* the last one, twice */
      "moveq  r9, #0\n\t"
      "moveq  r3, #0\n\t"
      "strd   r2, r3, [sp, #4]\n\t"
      "mov    r8, r4\n\t"
      "add    r9, r4\n\t"
      "ldr    r1, [sp, #40]\n\t"
      "add    r0, sp, #48\n\t"
      "ldr    pc, [sp, #36]\n"
      "6:\n\t" NOOK_WORD
      "7:\n\t" NOOK_WORD
      "5:\n\t"
      NOOK_COPIES_ARE("7b", "5b", NOOK_WORD_BYTES)
      "cmp    r11, r1\n\t"
      "bne    6b\n\t"
      "ldr    r1, [sp, #44]\n\t"
      "b      9f\n"
      "8:\n\t" NOOK_TWO_ALONE
      "9:\n\t"
      "cmp    r11, r1\n\t"
      "bne    8b\n\t"
      "ldr    r1, [sp, #32]\n"
      "2:\n\t" /* four outputs */
      "add    r0, sp, #48\n\t" NOOK_FIRST_TWO_INPUTS
      "ldr    pc, [sp, #12]\n"
      "3:\n\t" NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS
      NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS NOOK_TWO_CHANNELS
      "4:\n\t" NOOK_TWO_CHANNELS
      "5:\n\t" NOOK_COPIES_ARE("4b", "5b", NOOK_TWO_INPUTS_BYTES)
      "ldr    r2, [sp, #16]\n\t"
      "cmp    r0, r2\n\t"
      "bne.w  3b\n\t"
      "ldmia  r1!, {r0, r2, r3, r4}\n\t"
      NOOK_PRODUCTS("r6", "r10", "r0", "r2") NOOK_PRODUCTS("r7", "r11", "r3", "r4")
      "ldmia  r1!, {r0, r2, r3, r4}\n\t"
      NOOK_PRODUCTS("r8", "r12", "r0", "r2") NOOK_PRODUCTS("r9", "lr", "r3", "r4")
      NOOK_TOGETHER("r6", "r7", "r8", "r9") NOOK_TOGETHER("r10", "r11", "r12", "lr")
      "ldmia  sp, {r0, r2, r3}\n\t"
      "str    r10, [r0, r3]\n\t"
      "str    r6, [r0], #4\n\t"
      "subs   r2, #4\n\t"
      "strd   r0, r2, [sp, #0]\n\t"
      "bge.w  2b\n\t"
      "cmn    r2, #4\n\t"
      "beq    5f\n\t"
      "add    r0, r2\n\t" /* the last four, some of them again */
      "movs   r2, #0\n\t"
      "strd   r0, r2, [sp, #0]\n\t"
      "b.w    2b\n"
      "5:\n\t"
      "add    r0, r3\n\t"
      "str    r0, [sp, #0]\n\t"
      "ldrd   r4, r5, [sp, #20]\n\t"
      "ldr    r12, [sp, #28]\n\t"
      "ldr    r2, [r12, #20]\n\t"
      "add    r4, r4, r2, lsl #1\n\t"
      "subs   r5, #2\n\t"
      "bgt.w  1b\n\t"
      "add    sp, #240\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}

void nook_dot_2x4_w16_dsp(const nook_dot_2x4_w16* job) { two_pixels(job); }
