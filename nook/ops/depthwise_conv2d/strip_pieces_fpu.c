#include "nook/ops/depthwise_conv2d/strip_pieces_fpu.h"

#include "nook/ops/depthwise_conv2d/strip_words_fpu.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip_pieces) == 116 ? 1 : -1];
typedef char nook_code_is_known
    [NOOK_PIECE_LOAD_BYTES == 80 && NOOK_PIECE_BY_ONE_BYTES == 88 && NOOK_PIECE_BY_TWO_BYTES == 56 ? 1 : -1];

/* Two columns end an output and begin one. */
#define ONE_OUTPUT(c, ror, a, b, rows_2, at) \
  MOVED("r0", a, ror)                        \
  MOVED("r1", rows_2, ror)                   \
  "smlad  r12, r0, r7, r12\n\t"              \
  "smlabt r12, r1, r9, r12\n\t"              \
  OUTPUT("r12", at, c)                       \
  "smlad  r12, r0, r5, r4\n\t"               \
  MOVED("r0", b, ror)                        \
  "smlad  r12, r1, r8, r12\n\t"              \
  "smlad  r12, r0, r6, r12\n\t"

/* A channel of a piece; the code is entered where as many steps follow as there are. */
#define ENTERED(c)              \
  JUMP("bvc.w", "7", c)         \
  CODE("ldr.w  r0, [sp, #108]") \
  CODE("add    pc, r0")         \
  CODE("nop")                   \
  LABEL("7", c)
#define ENDED_BY_PADDING(c, at)   \
  JUMP("bne.w", "6", c)           \
  CODE("vmov   r0, " ZERO)        \
  CODE("smlad  r12, r0, r7, r12") \
  CODE("smlabt r12, r0, r9, r12") \
  OUTPUT("r12", at, c)            \
  LABEL("6", c)
#define CHANNEL_BY_TWO(c, ror, a0, b0, c0, a1, b1, c1, a2, b2, c2, a3, b3, c3, a4, b4, c4) \
  CODE("ldmia.w r3!, {r4, r5, r6, r7, r8, r9, r10, r11}")                                  \
  CODE("ldr.w  r12, [sp, #44 + 8*" c "]")                                                  \
  ENTERED(c)                                                                               \
  ONE_OUTPUT(c, ror, a0, b0, c0, "4*0")                                                    \
  ONE_OUTPUT(c, ror, a1, b1, c1, "4*1")                                                    \
  ONE_OUTPUT(c, ror, a2, b2, c2, "4*2")                                                    \
  ONE_OUTPUT(c, ror, a3, b3, c3, "4*3")                                                    \
  LABEL("4", c)                                                                            \
  ONE_OUTPUT(c, ror, a4, b4, c4, "4*4")                                                    \
  LABEL("5", c)                                                                            \
  COPIES_ARE("4" c "b", "5" c "b", "56")                                                   \
  ENDED_BY_PADDING(c, "4*5")                                                               \
  CODE("str.w  r12, [sp, #44 + 8*" c "]")
#define CHANNEL_BY_ONE(c, ror, a0, b0, c0, a1, b1, c1, a2, b2, c2, a3, b3, c3, a4, b4, c4) \
  CODE("ldmia.w r3!, {r4, r5, r6, r7, r8, r9, r10, r11}")                                  \
  CODE("ldrd   r12, lr, [sp, #44 + 8*" c "]")                                              \
  JUMP("bpl.w", "3", c)                                                                    \
  CODE("vmov   r0, " ZERO) /* the padding in front of the row */                           \
  CODE("smlad  lr, r0, r5, r4")                                                            \
  CODE("smlabb lr, r0, r8, lr")                                                            \
  LABEL("3", c)                                                                            \
  ENTERED(c)                                                                               \
  TWO_OUTPUTS(c, ror, a0, b0, c0, "4*0", "4*1")                                            \
  TWO_OUTPUTS(c, ror, a1, b1, c1, "4*2", "4*3")                                            \
  TWO_OUTPUTS(c, ror, a2, b2, c2, "4*4", "4*5")                                            \
  TWO_OUTPUTS(c, ror, a3, b3, c3, "4*6", "4*7")                                            \
  LABEL("4", c)                                                                            \
  TWO_OUTPUTS(c, ror, a4, b4, c4, "4*8", "4*9")                                            \
  LABEL("5", c)                                                                            \
  COPIES_ARE("4" c "b", "5" c "b", "88")                                                   \
  ENDED_BY_PADDING(c, "4*10")                                                              \
  CODE("strd   r12, lr, [sp, #44 + 8*" c "]")

#define JOB_IN const nook_strip_pieces* job __attribute__((unused))

/* One piece of assembly, because no compiler keeps all of it in registers. On the stack: 0 eleven pixels of
 * four channels, 44 two open sums of each channel, 76 the stream, 80 the first of four channels, 84 y, 88
 * pieces left, 92 where the rows of the next piece are, 104 the piece, 108 the code of its steps to skip. */
#define PIECES(channel) \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t" \
      "vpush  {s16-s31}\n\t" \
      "sub    sp, #112\n\t" \
      "vmov   " JOB ", r0\n\t" \
      "ldrd   r1, r2, [r0, #44]\n\t" \
      "movs   r7, #0\n\t" \
      "vmov   " ZERO ", r2\n\t" \
      "strd   r1, r7, [sp, #76]\n" \
      "1:\n\t" /* four channels */ \
      "vmov   r12, " JOB "\n\t" \
      "nop\n\t" \
      "ldmia.w r12, {r0, r1, r2, r3, r4, r5}\n\t" \
      "ldr.w  r8, [r12, #36]\n\t" \
      "ldr.w  r9, [r12, #52]\n\t" \
      "add    r0, r7\n\t" \
      "add    r1, r7\n\t" \
      "add    r2, r7\n\t" \
      "add    r8, r7\n\t" \
      "add    r12, #56\n\t" \
      "strd   r8, r9, [sp, #84]\n" \
      "2:\n\t" /* a piece */ \
      "ldr.w  r6, [r12]\n\t" \
      "ldr.w  r8, [r12, #4]\n\t" \
      "ldr.w  r7, [r12, #8]\n\t" \
      "msr    APSR_nzcvq, r6\n\t" \
      "strd   r12, r7, [sp, #104]\n" \
      ".balign 4\n\t" \
      "add    pc, r8\n\t" \
      "nop\n\t" \
      LOADED("s0", "s1", "s2", "s15", "s16", "s17") \
      LOADED("s3", "s4", "s5", "s18", "s19", "s20") \
      LOADED("s6", "s7", "s8", "s21", "s22", "s23") \
      LOADED("s9", "s10", "s11", "s24", "s25", "s26") \
      "bcs.w  12f\n" \
      "3:\n\t" \
      LOADED("s12", "s13", "s14", "s27", "s28", "s29") \
      "4:\n\t" \
      COPIES_ARE("3b", "4b", "80") \
      "add    r12, sp, #92\n\t" \
      "ldr    r3, [sp, #76]\n\t" \
      "stmia.w r12, {r0, r1, r2}\n" \
      ".balign 4\n\t" \
      FOUR(channel) \
      "ldr.w  r12, [sp, #104]\n\t" \
      "ldr    r2, [sp, #84]\n\t" \
      "vmov   r8, " JOB "\n\t" \
      "ldr.w  r0, [r12, #16]\n\t" \
      "ldr.w  r1, [r12, #12]\n\t" \
      "ldr.w  r9, [r8, #40]\n\t" \
      "add    r1, sp\n\t" \
      "cbz    r0, 7f\n" \
      "5:\n\t" /* four pixels */ \
      "ldmia  r1!, {r4, r5, r6, r7}\n\t" \
      "subs   r0, #4\n\t" \
      "blt    6f\n\t" \
      "str    r4, [r2]\n\t" \
      "add    r2, r9\n\t" \
      "str    r5, [r2]\n\t" \
      "add    r2, r9\n\t" \
      "str    r6, [r2]\n\t" \
      "add    r2, r9\n\t" \
      "str    r7, [r2]\n\t" \
      "add    r2, r9\n\t" \
      "bgt    5b\n\t" \
      "b      7f\n" \
      "6:\n\t" /* one, two or three */ \
      "str    r4, [r2]\n\t" \
      "add    r2, r9\n\t" \
      "adds   r0, #2\n\t" \
      "blt    7f\n\t" \
      "str    r5, [r2]\n\t" \
      "add    r2, r9\n\t" \
      "beq    7f\n\t" \
      "str    r6, [r2]\n\t" \
      "add    r2, r9\n" \
      "7:\n\t" \
      "ldr    r6, [sp, #88]\n\t" \
      "subs   r6, #1\n\t" \
      "bge    8f\n\t" \
      "cmn    r6, #1\n\t" \
      "beq    9f\n\t" \
      "str    r3, [sp, #76]\n\t" \
      "ldr    r7, [sp, #80]\n\t" \
      "sub    r6, r9, #4\n\t" \
      "adds   r7, #4\n\t" \
      "cmp    r7, r9\n\t" \
      "bhs    11f\n\t" \
      "cmp    r7, r6\n\t" \
      "it     hi\n\t" /* the last four, some of them again */ \
      "movhi  r7, r6\n\t" \
      "str    r7, [sp, #80]\n\t" \
      "b.w    1b\n" \
      "8:\n\t" /* a piece in the middle */ \
      "add    r12, r8, #76\n\t" \
      "b      10f\n" \
      "9:\n\t" /* the last one */ \
      "add    r12, r8, #96\n" \
      "10:\n\t" \
      "strd   r2, r6, [sp, #84]\n\t" \
      "add    r6, sp, #92\n\t" \
      "ldr.w  r3, [r8, #12]\n\t" \
      "ldr.w  r4, [r8, #16]\n\t" \
      "ldr.w  r5, [r8, #20]\n\t" \
      "ldmia  r6, {r0, r1, r2}\n\t" \
      "b.w    2b\n" \
      "11:\n\t" \
      "add    sp, #112\n\t" \
      "vpop   {s16-s31}\n\t" \
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n" \
      "12:\n\t" \
      "vmov   r12, " JOB "\n\t" \
      "ldr    r3, [r12, #24]\n\t" \
      "ldr    r4, [r12, #28]\n\t" \
      "ldr    r5, [r12, #32]\n\t" \
      "b.w    3b\n\t"

__attribute__((naked, aligned(4))) void nook_strip_by_one_fpu(JOB_IN) {
  __asm volatile(PIECES(CHANNEL_BY_ONE));
}

__attribute__((naked, aligned(4))) void nook_strip_by_two_fpu(JOB_IN) {
  __asm volatile(PIECES(CHANNEL_BY_TWO));
}
