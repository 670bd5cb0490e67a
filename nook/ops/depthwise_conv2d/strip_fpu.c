#include "nook/ops/depthwise_conv2d/strip_fpu.h"

#include "nook/ops/depthwise_conv2d/strip_words_fpu.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip_row) == 64 ? 1 : -1];

/* The first two columns, and the padding in front of them, end an output and begin two. */
#define FIRST(c, ror, a0, b0, c0) \
  "vmov   r1, " ZERO                \
  "\n\t"                            \
  MOVED("r0", a0, ror)              \
  "smlad  lr, r1, r5, r4\n\t"       \
  "smlabb lr, r1, r8, lr\n\t"       \
  MOVED("r1", c0, ror)              \
  "smlad  lr, r0, r6, lr\n\t"       \
  "smlad  r12, r0, r5, r4\n\t"      \
  MOVED("r0", b0, ror)              \
  "smlad  lr, r1, r9, lr\n\t"       \
  "smlad  r12, r1, r8, r12\n\t"     \
  "smlad  lr, r0, r7, lr\n\t"       \
  "smlad  r12, r0, r6, r12\n\t"     \
  OUTPUT("lr", "0", c)              \
  "smlad  lr, r0, r5, r4\n\t"       \
  "smlatb lr, r1, r8, lr\n\t"
/* Two columns end two outputs and begin none, the second being padding, */
#define LAST_TWO(c, ror, a, b, rows_2, at, next) \
  FIRST_ENDED(c, ror, a, rows_2, at) SECOND_ENDED(c, ror, b, next)
/* or a third one, which the padding behind them ends. r0 is the second column. */
#define THIRD(c, ror, a, at)      \
  CODE("smlad  r12, r0, r6, r4")  \
  CODE("smlad  r12, r1, r8, r12") \
  MOVED("r0", a, ror)             \
  CODE("vmov   r1, " ZERO)        \
  CODE("smlad  r12, r0, r5, r12") \
  CODE("smlad  r12, r1, r7, r12") \
  CODE("smlabt r12, r1, r9, r12") \
  OUTPUT("r12", at, c)

/* A channel. There are two columns between the first and the last two, or none. */
#define CHANNEL(c, ror, a0, b0, c0, a1, b1, c1, a2, b2, c2, a3, b3, c3, a4, b4, c4) \
  CODE("ldmia.w r3!, {r4, r5, r6, r7, r8, r9, r10, r11}")                           \
  FIRST(c, ror, a0, b0, c0)                                                         \
  JUMP("bcs.w", "5", c)                                                             \
  TWO_OUTPUTS(c, ror, a1, b1, c1, "4*1", "4*2")                                     \
  LABEL("5", c)                                                                     \
  LAST_TWO(c, ror, a2, b2, c2, "4*3", "4*4")                                        \
  JUMP("beq.w", "6", c)                                                             \
  THIRD(c, ror, a2, "4*5")                                                          \
  LABEL("6", c)

#define JOB_IN const nook_strip_row* job __attribute__((unused))

/* One piece of assembly, because no compiler keeps all of it in registers. On the stack: 0 six pixels of four
 * channels, 24 the stream, 28 the first of four channels. */
__attribute__((naked, aligned(4))) void nook_strip_fpu(JOB_IN) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s31}\n\t"
      "sub    sp, #32\n\t"
      "vmov   " JOB ", r0\n\t"
      "ldrd   r1, r2, [r0, #56]\n\t"
      "movs   r7, #0\n\t"
      "vmov   " ZERO ", r2\n\t"
      "strd   r1, r7, [sp, #24]\n"
      "1:\n\t" /* four channels */
      "vmov   r12, " JOB "\n\t"
      "nop\n\t"
      "ldmia.w r12, {r0, r1, r2, r3, r4, r5}\n\t"
      "ldr.w  r6, [r12, #36]\n\t"
      "add    r0, r7\n\t"
      "add    r1, r7\n\t"
      "add    r2, r7\n\t"
      "msr    APSR_nzcvq, r6\n\t"
      LOADED("s0", "s1", "s2", "s15", "s16", "s17")
      "bcs.w  2f\n\t"
      LOADED("s3", "s4", "s5", "s18", "s19", "s20")
      "2:\n\t"
      "vmov   r12, " JOB "\n\t"
      "ldr    r3, [r12, #24]\n\t"
      "ldr    r4, [r12, #28]\n\t"
      "ldr    r5, [r12, #32]\n\t"
      LOADED("s6", "s7", "s8", "s21", "s22", "s23")
      "ldr    r3, [sp, #24]\n"
      ".balign 4\n\t"
      FOUR(CHANNEL)
      "vmov   r8, " JOB "\n\t"
      "ldr    r7, [sp, #28]\n\t"
      "ldr    r4, [sp, #0]\n\t" /* the first pixel */
      "ldr.w  r2, [r8, #40]\n\t"
      "ldr.w  r9, [r8, #44]\n\t"
      "ldr.w  r10, [r8, #48]\n\t"
      "ldr.w  r1, [r8, #52]\n\t"
      "str    r3, [sp, #24]\n\t"
      "add    r2, r7\n\t"
      "add    r1, sp\n\t"
      "str    r4, [r2]\n\t"
      "add    r2, r9\n"
      "5:\n\t" /* four pixels */
      "ldmia  r1!, {r3, r4, r5, r6}\n\t"
      "subs   r10, #4\n\t"
      "blt    6f\n\t"
      "str    r3, [r2]\n\t"
      "add    r2, r9\n\t"
      "str    r4, [r2]\n\t"
      "add    r2, r9\n\t"
      "str    r5, [r2]\n\t"
      "add    r2, r9\n\t"
      "str    r6, [r2]\n\t"
      "add    r2, r9\n\t"
      "bgt    5b\n\t"
      "b      7f\n"
      "6:\n\t" /* one, two or three */
      "str    r3, [r2]\n\t"
      "adds   r10, #2\n\t"
      "blt    7f\n\t"
      "add    r2, r9\n\t"
      "str    r4, [r2]\n\t"
      "beq    7f\n\t"
      "add    r2, r9\n\t"
      "str    r5, [r2]\n"
      "7:\n\t"
      "sub    r6, r9, #4\n\t"
      "adds   r7, #4\n\t"
      "cmp    r7, r9\n\t"
      "bhs    8f\n\t"
      "cmp    r7, r6\n\t"
      "it     hi\n\t" /* the last four, some of them again */
      "movhi  r7, r6\n\t"
      "str    r7, [sp, #28]\n\t"
      "b.w    1b\n"
      "8:\n\t"
      "add    sp, #32\n\t"
      "vpop   {s16-s31}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
