#include "nook/kernels/dot/armv7em/dot_strip_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_strip) == 28 ? 1 : -1];

/* The sums of one pixel are in r6 to r9: four inputs from bytes. */
#define NOOK_FOUR_BYTES(between)                                                                  \
  "ldmia  r1!, {r2, r3, r10, r11}\n\t"                                                            \
  "ldr    r4, [r0], #4\n\t" between                                                               \
  "sxtb16 r5, r4, ror #8\n\t"                                                                     \
  "sxtb16 r4, r4\n\t" NOOK_ONE_PAIR("r4", "r2", "r6", "r7") NOOK_ONE_PAIR("r4", "r3", "r8", "r9") \
      NOOK_ONE_PAIR("r5", "r10", "r6", "r7") NOOK_ONE_PAIR("r5", "r11", "r8", "r9")
#define NOOK_FOUR_BYTES_OF_ONE NOOK_FOUR_BYTES("")
/* And whether they are the last: the load overlaps, and nothing behind it changes the flags. */
#define NOOK_LAST_BYTES_OF_ONE   \
  NOOK_FOUR_BYTES(               \
      "ldr    r5, [sp, #28]\n\t" \
      "cmp    r1, r5\n\t")
#define NOOK_FOUR_BYTES_OF_ONE_BYTES "64"
#define NOOK_LAST_BYTES_OF_ONE_BYTES "68"

/* How sums become outputs waits on the stack: these are single loads, which overlap. */
#define NOOK_WAITING(first, second, third, fourth) \
  "ldr    r2, [sp, #" first                        \
  "]\n\t"                                          \
  "ldr    r3, [sp, #" second                       \
  "]\n\t"                                          \
  "ldr    r4, [sp, #" third                        \
  "]\n\t"                                          \
  "ldr    r5, [sp, #" fourth "]\n\t"
#define NOOK_FIRST_WAITING  NOOK_WAITING("40", "44", "48", "52")
#define NOOK_SECOND_WAITING NOOK_WAITING("56", "60", "64", "68")

/* Registers are those of tile_dsp.h.
 * On the stack: 0 y of the tile, 4 that behind the last tile, 8 the weights, 12 what the sums begin as, 28
 * the end of the weights, 32 where the code for all but two inputs begins, 36 from y to that of the second
 * pixel, 40 how sums become outputs, 72 the job, 76 where the code for a last pixel begins. `ldr pc` wants
 * odd addresses; adr counts from a multiple of 4, which the assembler takes the function to begin at. */
NOOK_ASSEMBLY void nook_dot_strip_dsp(nook_dot_strip* job NOOK_IN_REGISTER,
                                      const int8_t* stream NOOK_IN_REGISTER) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "sub    sp, #80\n\t"
      "ldmia  r0, {r2, r3, r4, r5}\n\t"
      "subs   r6, r5, #8\n\t" /* behind the first two inputs */
      "ubfx   r6, r6, #3, #4\n\t"
      "mov    r7, #" NOOK_TWO_INPUTS_BYTES
      "\n\t"
      "adr.w  r8, 5f + 1\n\t"
      "ubfx   r9, r6, #1, #2\n\t" /* of one pixel, before the last four */
      "mls    r6, r6, r7, r8\n\t"
      "strd   r6, r3, [sp, #32]\n\t"
      "mov    r7, #" NOOK_FOUR_BYTES_OF_ONE_BYTES
      "\n\t"
      "adr.w  r8, 24f + 1\n\t"
      "mls    r9, r9, r7, r8\n\t"
      "str    r0, [sp, #72]\n\t"
      "str    r9, [sp, #76]\n"
      "1:\n\t" /* four outputs: r0 the job, r1 their part of the stream, r2 y */
      "ldrd   r3, r5, [r0, #8]\n\t"
      "ldmia  r1!, {r6, r7, r8, r9}\n\t"
      "add    r3, r2\n\t"
      "mov    r4, r1\n\t"
      "add    r5, r1\n\t"
      "str    r5, [sp, #28]\n\t"
      "stmia  sp, {r2, r3, r4, r6, r7, r8, r9}\n\t"
      "ldr    r0, [r0, #16]\n\t"
      "ldmia  r5, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t"
      "add    r12, sp, #40\n\t"
      "stmia  r12, {r4, r5, r6, r7, r8, r9, r10, r11}\n"
      "2:\n\t" /* a tile */
      "ldr    r1, [sp, #8]\n\t"
      "ldr    r6, [sp, #12]\n\t"
      "ldr    r7, [sp, #16]\n\t"
      "ldr    r8, [sp, #20]\n\t"
      "ldr    r9, [sp, #24]\n\t"
      "ldr    r5, [r0, #4]\n\t" /* overlaps, as ldm would not */
      "ldr    r4, [r0], #8\n\t"
      "ldmia  r1!, {r2, r3}\n\t" NOOK_FIRST_PAIR("r2", "r6", "r7", "r10", "r11")
          NOOK_FIRST_PAIR("r3", "r8", "r9", "r12", "lr")
      "ldr    pc, [sp, #32]\n"
      "3:\n\t" NOOK_EIGHT_TIMES(NOOK_TWO_INPUTS) NOOK_SEVEN_TIMES(NOOK_TWO_INPUTS)
      "4:\n\t" NOOK_TWO_INPUTS
      "5:\n\t" NOOK_COPIES_ARE("4b", "5b", NOOK_TWO_INPUTS_BYTES)
      "ldr    r2, [sp, #28]\n\t"
      "cmp    r1, r2\n\t"
      "bne.w  3b\n\t" NOOK_FIRST_WAITING
      NOOK_SCALED("r6", "r7") NOOK_SCALED("r10", "r11") NOOK_SCALED("r8", "r9") NOOK_SCALED("r12", "lr")
      NOOK_ONCE("r6", "r10", "r2", "r3") NOOK_ONCE("r7", "r11", "r4", "r5") NOOK_SECOND_WAITING
      NOOK_ONCE("r8", "r12", "r2", "r3") NOOK_ONCE("r9", "lr", "r4", "r5")
      NOOK_TOGETHER("r6", "r7", "r8", "r9", ", asr #12") NOOK_TOGETHER("r10", "r11", "r12", "lr", ", asr #12")
      "ldr    r2, [sp, #36]\n\t"
      "ldr    r1, [sp, #0]\n\t"
      "ldr    r3, [sp, #4]\n\t"
      "str    r6, [r1, #0]\n\t"
      "str    r10, [r1, r2]\n\t"
      "add    r1, r1, r2, lsl #1\n\t"
      "cmp    r1, r3\n\t"
      "str    r1, [sp, #0]\n\t"
      "bne.w  2b\n\t"
      "ldr    r3, [sp, #72]\n\t"
      "ldr    r0, [r3, #20]\n\t"
      "cmp    r0, #0\n\t"
      "beq.w  6f\n\t" /* one pixel, whose inputs are bytes */
      "ldr    r1, [sp, #8]\n\t"
      "ldr    r6, [sp, #12]\n\t"
      "ldr    r7, [sp, #16]\n\t"
      "ldr    r8, [sp, #20]\n\t"
      "ldr    r9, [sp, #24]\n\t"
      "ldr    pc, [sp, #76]\n\t"
      ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */
      "23:\n\t" NOOK_THREE_TIMES(NOOK_FOUR_BYTES_OF_ONE)
      "24:\n\t" NOOK_LAST_BYTES_OF_ONE
      "25:\n\t" NOOK_COPIES_ARE("24b", "25b", NOOK_LAST_BYTES_OF_ONE_BYTES)
      "bne.w  23b\n\t" NOOK_FIRST_WAITING
      NOOK_SCALED("r6", "r7") NOOK_SCALED("r8", "r9")
      "smmla  r6, r6, r2, r3\n\t"
      "smmla  r7, r7, r4, r5\n\t" NOOK_SECOND_WAITING
      "smmla  r8, r8, r2, r3\n\t"
      "smmla  r9, r9, r4, r5\n\t" NOOK_TOGETHER("r6", "r7", "r8", "r9", ", asr #12")
      "ldr    r1, [sp, #0]\n\t"
      "str    r6, [r1, #0]\n"
      "6:\n\t"
      "ldr    r1, [sp, #28]\n\t"
      "ldr    r0, [sp, #72]\n\t"
      "ldr    r2, [r0, #0]\n\t"
      "ldr    r3, [r0, #24]\n\t"
      "adds   r1, #32\n\t"
      "cmp    r2, r3\n\t"
      "beq    7f\n\t"
      "adds   r2, #4\n\t"
      "cmp    r2, r3\n\t"
      "it     hi\n\t" /* the last four, some of them once more */
      "movhi  r2, r3\n\t"
      "str    r2, [r0, #0]\n\t"
      "b.w    1b\n"
      "7:\n\t"
      "add    sp, #80\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
