#include "nook/ops/depthwise_conv2d/strip_dsp.h"

#include "nook/ops/depthwise_conv2d/copies_dsp.h"
#include "nook/ops/depthwise_conv2d/once_bits_dsp.h"
#include "nook/ops/shared/assembly.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip) == 24 ? 1 : -1];
typedef char nook_bits_are_known[NOOK_ONCE_BITS_STRIP == 8 ? 1 : -1];
typedef char nook_room_is_known[NOOK_STRIP_COLUMNS == 18 ? 1 : -1];

/* For a channel, two columns are 12 bytes: rows 0 and 1 of the first, of the second, row 2 of both. There is
 * room for nine pairs, 108 bytes; fewer are at the end of it, so that the code for the last ones knows where
 * they are. Four channels are side by side. */
#define ROOM "108"

/* The words of two taps, or of one tap of two columns, in a and b: the pairs of four channels go to `to` and
 * on. Single stores, because stm would take a cycle more. */
#define PAIRS(a, b, c0, c1, c2, c3) \
  "pkhbt  r9, " a ", " b            \
  ", lsl #16\n\t"                   \
  "pkhtb  " b ", " b ", " a         \
  ", asr #16\n\t"                   \
  "sxtb16 r10, r9\n\t"              \
  "sxtb16 r9, r9, ror #8\n\t"       \
  "sxtb16 r11, " b                  \
  "\n\t"                            \
  "sxtb16 " b ", " b                \
  ", ror #8\n\t"                    \
  "str    r10, [r1, #" c0           \
  "]\n\t"                           \
  "str    r9, [r1, #" c1            \
  "]\n\t"                           \
  "str    r11, [r1, #" c2           \
  "]\n\t"                           \
  "str    " b ", [r1, #" c3 "]\n\t"
#define TWO_COLUMNS                                                     \
  "ldmia  r0!, {r3, r4, r5, r6, r7, r8}\n\t"                            \
  "ldr    r3, [r3, r2]\n\t"                                             \
  "ldr    r4, [r4, r2]\n\t"                                             \
  "ldr    r5, [r5, r2]\n\t"                                             \
  "ldr    r6, [r6, r2]\n\t"                                             \
  "ldr    r7, [r7, r2]\n\t"                                             \
  "ldr    r8, [r8, r2]\n\t" PAIRS("r3", "r4", "0", "108", "216", "324") \
      PAIRS("r6", "r7", "4", "112", "220", "328") PAIRS("r5", "r8", "8", "116", "224", "332")

/* Registers of a channel: r0 its room, r1 r2 r3 what is loaded of it; of the stream r4 the bias, r5 r6 r7 the
 * weights of rows 0 and 1, r8 r9 those of row 2, r10 r11 how sums become outputs; r12 and lr sums. Outputs go
 * to the front of the room, whose columns are done with, a byte for each pixel. */
#define NEXT(at, next, last) \
  "ldr.n  r1, [r0, #" at     \
  "]\n\t"                    \
  "ldr.n  r2, [r0, #" next   \
  "]\n\t"                    \
  "ldr.w  r3, [r0, #" last "]\n\t"
/* As in fixed_once.h. */
#define OUTPUT(v, place) \
  "ssat   " v ", #8, " v \
  ", asr #8"             \
  "\n\t"                 \
  "strb   " v ", [r0, #" place "]\n\t"
/* Strides of 1: two outputs begin with two columns and end with the next two. */
#define TWO_OUTPUTS(first, second, at, next, last) \
  "smlad  r12, r1, r5, r4\n\t"                     \
  "smlad  lr, r2, r5, r4\n\t"                      \
  "smlad  r12, r2, r6, r12\n\t"                    \
  "smlatb lr, r3, r8, lr\n\t"                      \
  "smlad  r12, r3, r8, r12\n\t"                    \
  NEXT(at, next, last)                             \
  "smlad  r12, r1, r7, r12\n\t"                    \
  "smlabt r12, r3, r9, r12\n\t"                    \
  "smlad  lr, r1, r6, lr\n\t"                      \
  "smlad  lr, r2, r7, lr\n\t"                      \
  "smlad  lr, r3, r9, lr\n\t"                      \
  "smmla  r12, r12, r10, r11\n\t"                  \
  "smmla  lr, lr, r10, r11\n\t"                    \
  OUTPUT("r12", first) OUTPUT("lr", second)
/* Strides of 2: one output, which ends with the first of the next two columns. */
#define ONE_OUTPUT(place, at, next, last) \
  "smlad  r12, r1, r5, r4\n\t"            \
  "smlad  r12, r2, r6, r12\n\t"           \
  "smlad  r12, r3, r8, r12\n\t"           \
  NEXT(at, next, last)                    \
  "smlad  r12, r1, r7, r12\n\t"           \
  "smlabt r12, r3, r9, r12\n\t"           \
  "smmla  r12, r12, r10, r11\n\t" OUTPUT("r12", place)
#define STEPS                               \
  TWO_OUTPUTS("0", "1", "12", "16", "20")   \
  TWO_OUTPUTS("2", "3", "24", "28", "32")   \
  TWO_OUTPUTS("4", "5", "36", "40", "44")   \
  TWO_OUTPUTS("6", "7", "48", "52", "56")   \
  TWO_OUTPUTS("8", "9", "60", "64", "68")   \
  TWO_OUTPUTS("10", "11", "72", "76", "80") \
  TWO_OUTPUTS("12", "13", "84", "88", "92") \
  "4:\n\t" TWO_OUTPUTS("14", "15", "96", "100", "104") "5:\n\t"
#define STEPS_BY_TWO                \
  ONE_OUTPUT("0", "12", "16", "20") \
  ONE_OUTPUT("1", "24", "28", "32") \
  ONE_OUTPUT("2", "36", "40", "44") \
  ONE_OUTPUT("3", "48", "52", "56") \
  ONE_OUTPUT("4", "60", "64", "68") \
  ONE_OUTPUT("5", "72", "76", "80") \
  ONE_OUTPUT("6", "84", "88", "92") "4:\n\t" ONE_OUTPUT("7", "96", "100", "104") "5:\n\t"
#define STEP_BYTES        "72"
#define STEP_BY_TWO_BYTES "40"

/* A jump to a long instruction that is not at a multiple of 4 takes a cycle more: steps are whole words, and
 * instructions before a loop are long (.w) where its first one would not be there. */
#define ALIGNED ".balign 4\n"

/* Transposes four pixels of four channels, in r3 to r6, to those of a pixel: r3, r4, r5, r6. */
#define TURNED                     \
  "pkhbt  r7, r3, r5, lsl #16\n\t" \
  "pkhbt  r8, r4, r6, lsl #16\n\t" \
  "pkhtb  r5, r5, r3, asr #16\n\t" \
  "pkhtb  r6, r6, r4, asr #16\n\t" \
  "lsl    r3, r8, #8\n\t"          \
  "lsr    r4, r7, #8\n\t"          \
  "sel    r3, r3, r7\n\t"          \
  "sel    r4, r8, r4\n\t"          \
  "lsl    r7, r6, #8\n\t"          \
  "lsr    r8, r5, #8\n\t"          \
  "sel    r5, r7, r5\n\t"          \
  "sel    r6, r6, r8\n\t"

/* One piece of assembly, because no compiler keeps all of it in registers. r7 becomes how many steps there
 * are. On the stack: 0 the stream, 4 the first of four channels, 8 where columns are, 12 their end, 16 y, 20
 * channels, 24 where the code for the steps begins, 28 how far the first columns are from the front of a
 * room, 32 pixels, 36 the same of the first output, 40 the rooms. `ldr pc` wants odd addresses; adr counts
 * from a multiple of 4, which the assembler takes the function to begin at. */
#define STRIP(count_steps, steps, step_bytes, first_output)                              \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"                                    \
  "sub    sp, #476\n\t"                                                                  \
  "ldmia  r0, {r1, r2, r3, r4, r5, r6}\n\t"                                              \
  "movs   r0, #0\n\t"                                                                    \
  "strd   r5, r0, [sp, #0]\n\t"                                                          \
  "add    r7, sp, #8\n\t"                                                                \
  "stmia  r7, {r1, r2, r3, r4}\n\t" count_steps                                          \
  "rsb    r8, r7, #8\n\t"                                                                \
  "add    r9, r8, r8, lsl #1\n\t"                                                        \
  "lsl    r9, r9, #2\n\t" first_output "movs   r1, #" step_bytes                         \
  "\n\t"                                                                                 \
  "adr.w  r2, 5f + 1\n\t" /* Thumb */                                                    \
  "mls    r2, r7, r1, r2\n\t"                                                            \
  "strd   r2, r9, [sp, #24]\n\t"                                                         \
  "strd   r6, r8, [sp, #32]\n\t"                                                         \
  "mov    r3, #0xff00ff00\n\t"                                                           \
  "uadd8  r3, r3, r3\n" /* sel takes bytes 1 and 3 of its first operand, from here on */ \
  "1:\n\t"              /* four channels */                                              \
  "ldr    r0, [sp, #8]\n\t"                                                              \
  "ldr    r12, [sp, #12]\n\t"                                                            \
  "ldr    r3, [sp, #28]\n\t"                                                             \
  "ldr    r2, [sp, #4]\n\t"                                                              \
  "add    r1, sp, #40\n\t"                                                               \
  "add    r1, r3\n\t" ALIGNED "2:\n\t" TWO_COLUMNS                                       \
  "adds   r1, #12\n\t"                                                                   \
  "cmp    r0, r12\n\t"                                                                   \
  "bne    2b\n\t"                                                                        \
  "add.w  r0, sp, #40\n\t" ALIGNED                                                       \
  "3:\n\t" /* a channel */                                                               \
  "ldr    lr, [sp, #0]\n\t"                                                              \
  "ldr    r3, [sp, #28]\n\t"                                                             \
  "ldmia  lr!, {r4, r5, r6, r7, r8, r9, r10, r11}\n\t"                                   \
  "str    lr, [sp, #0]\n\t"                                                              \
  "add    r3, r0\n\t"                                                                    \
  "ldr    r1, [r3, #0]\n\t" /* these and the next overlap */                             \
  "ldr    r2, [r3, #4]\n\t"                                                              \
  "ldr    r3, [r3, #8]\n\t"                                                              \
  "ldr    pc, [sp, #24]\n\t" ALIGNED steps COPIES_ARE(                                   \
      "4b", "5b", step_bytes) "adds   r0, #" ROOM                                        \
                              "\n\t"                                                     \
                              "add    r1, sp, #472\n\t"                                  \
                              "cmp    r0, r1\n\t"                                        \
                              "bne.w  3b\n\t"                                            \
                              "ldr    r10, [sp, #4]\n\t"                                 \
                              "ldr    r1, [sp, #16]\n\t"                                 \
                              "ldr    r2, [sp, #20]\n\t"                                 \
                              "ldr    r9, [sp, #32]\n\t"                                 \
                              "ldr    r3, [sp, #36]\n\t"                                 \
                              "add    r0, sp, #40\n\t"                                   \
                              "add    r0, r3\n\t"                                        \
                              "add    r1, r10\n\t"                                       \
                              "add    r11, r1, r2, lsl #1\n"                             \
                              "6:\n\t" /* four pixels */                                 \
                              "cmp    r9, #1\n\t"                                        \
                              "beq    10f\n\t"                                           \
                              "ldr    r4, [r0, #108]\n\t"                                \
                              "ldr    r5, [r0, #216]\n\t"                                \
                              "ldr    r6, [r0, #324]\n\t"                                \
                              "ldr    r3, [r0], #4\n\t" TURNED                           \
                              "subs   r9, #4\n\t"                                        \
                              "blt    7f\n\t"                                            \
                              "str    r3, [r1]\n\t"                                      \
                              "str    r4, [r1, r2]\n\t"                                  \
                              "str    r5, [r11]\n\t"                                     \
                              "str    r6, [r11, r2]\n\t"                                 \
                              "add    r1, r1, r2, lsl #2\n\t"                            \
                              "add    r11, r11, r2, lsl #2\n\t"                          \
                              "bgt    6b\n\t"                                            \
                              "b      8f\n"                                              \
                              "7:\n\t" /* two or three */                                \
                              "str    r3, [r1]\n\t"                                      \
                              "str    r4, [r1, r2]\n\t"                                  \
                              "adds   r9, #2\n\t"                                        \
                              "it     gt\n\t"                                            \
                              "strgt  r5, [r11]\n\t"                                     \
                              "b      8f\n"                                              \
                              "10:\n\t" /* one */                                        \
                              "ldrb   r3, [r0]\n\t"                                      \
                              "ldrb   r4, [r0, #108]\n\t"                                \
                              "ldrb   r5, [r0, #216]\n\t"                                \
                              "ldrb   r6, [r0, #324]\n\t"                                \
                              "orr    r3, r3, r4, lsl #8\n\t"                            \
                              "orr    r5, r5, r6, lsl #8\n\t"                            \
                              "orr    r3, r3, r5, lsl #16\n\t"                           \
                              "str    r3, [r1]\n"                                        \
                              "8:\n\t"                                                   \
                              "add    r5, r10, #4\n\t"                                   \
                              "subs   r3, r2, #4\n\t"                                    \
                              "cmp    r5, r2\n\t"                                        \
                              "bhs    9f\n\t"                                            \
                              "cmp    r5, r3\n\t"                                        \
                              "it     hi\n\t" /* the last four, some of them again */    \
                              "movhi  r5, r3\n\t"                                        \
                              "str    r5, [sp, #4]\n\t"                                  \
                              "b.w    1b\n"                                              \
                              "9:\n\t"                                                   \
                              "add    sp, #476\n\t"                                      \
                              "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

#define JOB const nook_strip* job NOOK_IN_REGISTER

#define COUNT_TWOS "add.w  r7, r6, #1\n\tlsrs   r7, r7, #1\n\t"
#define FIRST_TWO  "lsl    r8, r8, #1\n\t"
#define COUNT_ONES "mov    r7, r6\n\t"

NOOK_ASSEMBLY void nook_strip_dsp(JOB) { __asm volatile(STRIP(COUNT_TWOS, STEPS, STEP_BYTES, FIRST_TWO)); }

NOOK_ASSEMBLY void nook_strip_by_two_dsp(JOB) {
  __asm volatile(STRIP(COUNT_ONES, STEPS_BY_TWO, STEP_BY_TWO_BYTES, ""));
}
