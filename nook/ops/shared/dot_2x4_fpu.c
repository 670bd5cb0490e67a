#include "nook/ops/shared/dot_2x4_fpu.h"

#include "nook/ops/shared/tile_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_2x4_fpu) == 28 ? 1 : -1];

/* Registers: r0 the first pixel, r1 weights, r2 and r3 four inputs of each pixel, r4 and r5 two of them; the
 * sums of the first pixel in r6 to r9, those of the second in r10 to r12 and lr. */
#define FOUR_INPUTS(apart)  \
  "ldr    r3, [r0, #" apart \
  "]\n\t"                   \
  "ldr    r2, [r0], #4\n\t"
#define EVEN          \
  "sxtb16 r4, r2\n\t" \
  "sxtb16 r5, r3\n\t"
#define ODD                   \
  "sxtb16 r4, r2, ror #8\n\t" \
  "sxtb16 r5, r3, ror #8\n\t"
#define WEIGHTS(register) "vmov   r1, " register "\n\t"

/* Weights of 16 bits, scaled. */
#define OUTPUT(w, v, u)      \
  WEIGHTS(w)                 \
  "smlad  " v ", r4, r1, " v \
  "\n\t"                     \
  "smlad  " u ", r5, r1, " u "\n\t"
#define FIRST_OUTPUT(w, v, u) \
  WEIGHTS(w)                  \
  "smlad  " u ", r5, r1, " v  \
  "\n\t"                      \
  "smlad  " v ", r4, r1, " v "\n\t"
#define FOUR_OUTPUTS(EACH, a, b, c, d) \
  EACH(a, "r6", "r10") EACH(b, "r7", "r11") EACH(c, "r8", "r12") EACH(d, "r9", "lr")
#define FOUR_OF_8(FIRST, apart, a, b, c, d, e, f, g, h)   \
  FOUR_INPUTS(apart) EVEN FOUR_OUTPUTS(FIRST, a, b, c, d) \
  ODD FOUR_OUTPUTS(OUTPUT, e, f, g, h)
#define SIXTEEN_INPUTS_W16(apart)                                                  \
  FOUR_OF_8(FIRST_OUTPUT, apart, "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7")   \
  FOUR_OF_8(OUTPUT, apart, "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15")   \
  FOUR_OF_8(OUTPUT, apart, "s16", "s17", "s18", "s19", "s20", "s21", "s22", "s23") \
  FOUR_OF_8(OUTPUT, apart, "s24", "s25", "s26", "s27", "s28", "s29", "s30", "s31")

/* Two outputs in a word. */
#define PAIRS(PAIR_OF, a, b) \
  WEIGHTS(a) PAIR_OF("r1", "r6", "r7", "r10", "r11") WEIGHTS(b) PAIR_OF("r1", "r8", "r9", "r12", "lr")
#define FOUR_OF_4(FIRST, apart, a, b, c, d)  \
  FOUR_INPUTS(apart) EVEN PAIRS(FIRST, a, b) \
  ODD PAIRS(PAIR, c, d)
#define THIRTY_TWO_INPUTS(apart)                       \
  FOUR_OF_4(FIRST_PAIR, apart, "s0", "s1", "s2", "s3") \
  FOUR_OF_4(PAIR, apart, "s4", "s5", "s6", "s7")       \
  FOUR_OF_4(PAIR, apart, "s8", "s9", "s10", "s11")     \
  FOUR_OF_4(PAIR, apart, "s12", "s13", "s14", "s15")   \
  FOUR_OF_4(PAIR, apart, "s16", "s17", "s18", "s19")   \
  FOUR_OF_4(PAIR, apart, "s20", "s21", "s22", "s23")   \
  FOUR_OF_4(PAIR, apart, "s24", "s25", "s26", "s27")   \
  FOUR_OF_4(PAIR, apart, "s28", "s29", "s30", "s31")
#define PAIRS_SCALED SCALED("r6", "r7") SCALED("r10", "r11") SCALED("r8", "r9") SCALED("r12", "lr")

/* r1 the stream: its part with weights and biases; these come to r6 to r9. */
#define LOADED_W16                   \
  "vldmia r1!, {s0-s1}\n\t"          \
  "ldmia  r1!, {r6, r7, r8, r9}\n\t" \
  "vldmia r1!, {s2-s31}\n\t"
#define LOADED_PAIRS                 \
  "ldmia  r1!, {r6, r7, r8, r9}\n\t" \
  "vldmia r1!, {s0-s31}\n\t"

/* On the stack: 0 biases, 16 {multiplier, plus} of each output, 48 y, 52 apart, 56 y behind the twos, 60 the
 * stream, 64 whether there is an odd pixel, 68 the job, 72 y of the first pixel. */
#define KERNEL(LOADED, PIXEL_BYTES, ALL_INPUTS, SUMS_SCALED) \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t" \
  "vpush  {s16-s31}\n\t" \
  "sub    sp, #76\n\t" \
  "ldrd   r1, r2, [r0, #4]\n\t" \
  "str    r0, [sp, #68]\n" \
  "1:\n\t" /* four outputs: r0 the job, r1 their part of the stream, r2 y */ \
  LOADED \
  "stmia  sp, {r6, r7, r8, r9}\n\t" \
  "ldmia  r1!, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t" \
  "add    r3, sp, #16\n\t" \
  "stmia  r3, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t" \
  "ldrd   r3, r4, [r0, #16]\n\t" \
  "ldr    r5, [r0, #24]\n\t" \
  "ldr    r0, [r0, #0]\n\t" \
  "mul    r4, r4, r3\n\t" \
  "add    r4, r2, r4, lsl #1\n\t" \
  "strd   r2, r3, [sp, #48]\n\t" \
  "strd   r4, r1, [sp, #56]\n\t" \
  "str    r5, [sp, #64]\n\t" \
  "str    r2, [sp, #72]\n\t" \
  ".balign 4\n" /* a jump to a long instruction elsewhere takes a cycle more */ \
  "2:\n\t" /* two pixels */ \
  "ldmia  sp, {r6, r7, r8, r9}\n\t" ALL_INPUTS(PIXEL_BYTES) SUMS_SCALED \
  "add    r1, sp, #16\n\t" \
  "add    r0, r0, #" PIXEL_BYTES "\n\t" /* r1 is no address in the next cycle */ \
  "ldmia  r1!, {r2, r3, r4, r5}\n\t" ONCE("r6", "r10", "r2", "r3") ONCE("r7", "r11", "r4", "r5") \
  "ldmia  r1!, {r2, r3, r4, r5}\n\t" ONCE("r8", "r12", "r2", "r3") ONCE("r9", "lr", "r4", "r5") \
  TOGETHER("r6", "r7", "r8", "r9", ", asr #12") TOGETHER("r10", "r11", "r12", "lr", ", asr #12") \
  "ldmia  r1, {r2, r3, r4}\n\t" \
  "str    r6, [r2, #0]\n\t" \
  "str    r10, [r2, r3]\n\t" \
  "add    r2, r2, r3, lsl #1\n\t" \
  "str    r2, [r1, #0]\n\t" \
  "cmp    r2, r4\n\t" \
  "bne.w  2b\n\t" \
  "ldr    r4, [sp, #64]\n\t" \
  "cbz    r4, 3f\n\t" \
  "sub    r0, r0, #" PIXEL_BYTES "\n\t" /* once more, the last two */ \
  "sub    r4, r2, r3\n\t" \
  "add    r5, r2, r3\n\t" \
  "movs   r2, #0\n\t" \
  "str    r4, [sp, #48]\n\t" \
  "str    r5, [sp, #56]\n\t" \
  "str    r2, [sp, #64]\n\t" \
  "b      2b\n" \
  "3:\n\t" \
  "ldrd   r0, r2, [sp, #68]\n\t" \
  "ldr    r1, [sp, #60]\n\t" \
  "ldr    r3, [r0, #12]\n\t" \
  "cmp    r2, r3\n\t" \
  "beq    4f\n\t" \
  "adds   r2, #4\n\t" \
  "cmp    r2, r3\n\t" \
  "it     hi\n\t" /* the last four, some of them once more */ \
  "movhi  r2, r3\n\t" \
  "b      1b\n" \
  "4:\n\t" \
  "add    sp, #76\n\t" \
  "vpop   {s16-s31}\n\t" \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

__attribute__((naked, noinline, aligned(4))) void nook_dot_2x4_k16_fpu(const nook_dot_2x4_fpu* job
                                                                       __attribute__((unused))) {
  __asm volatile(KERNEL(LOADED_W16, "16", SIXTEEN_INPUTS_W16, ""));
}

__attribute__((naked, noinline, aligned(4))) void nook_dot_2x4_k32_fpu(const nook_dot_2x4_fpu* job
                                                                       __attribute__((unused))) {
  __asm volatile(KERNEL(LOADED_PAIRS, "32", THIRTY_TWO_INPUTS, PAIRS_SCALED));
}
