#include "nook/ops/depthwise_conv2d/strip_fpu.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/lines_dsp.h"
#include "nook/kernels/asm/once_bits_dsp.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

typedef char nook_offsets_are_known[sizeof(nook_strip_row) == 56 ? 1 : -1];
typedef char nook_bits_are_known[NOOK_ONCE_BITS_STRIP == 8 ? 1 : -1];

/* The words of two columns three times, a b c of each: rows 0 and 1 of the first, of the second, row 2 of
 * both. Of channels 0 and 1, and of 2 and 3. */
#define NOOK_WORDS_01 "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8"
#define NOOK_WORDS_23 "s9", "s10", "s11", "s12", "s13", "s14", "s15", "s16", "s17"
#define NOOK_ZERO     "s18" /* of x, in both halves */
#define NOOK_JOB      "s19"

/* Registers that load: r0 r1 r2 where the rows are, r3 r4 r5 their steps. */
#define NOOK_BROUGHT_TOGETHER(x0, x1, to_01, to_23)   \
  NOOK_CODE("pkhbt  r12, " x0 ", " x1 ", lsl #16")    \
  NOOK_CODE("pkhtb  " x1 ", " x1 ", " x0 ", asr #16") \
  NOOK_CODE("vmov   " to_01 ", r12")                  \
  NOOK_CODE("vmov   " to_23 ", " x1)
#define NOOK_LOADED(a, b, c, a_23, b_23, c_23) \
  NOOK_CODE("ldr.n  r6, [r0]")                 \
  NOOK_CODE("ldr.n  r7, [r0, r3]")             \
  NOOK_CODE("ldr.w  r8, [r1]")                 \
  NOOK_CODE("ldr.w  r9, [r1, r4]")             \
  NOOK_CODE("ldr.w  r10, [r2]")                \
  NOOK_CODE("ldr.w  r11, [r2, r5]")            \
  NOOK_CODE("add.w  r0, r0, r3, lsl #1")       \
  NOOK_CODE("add.w  r1, r1, r4, lsl #1")       \
  NOOK_CODE("add.w  r2, r2, r5, lsl #1")       \
  NOOK_BROUGHT_TOGETHER("r6", "r8", a, a_23)   \
  NOOK_BROUGHT_TOGETHER("r7", "r9", b, b_23)   \
  NOOK_BROUGHT_TOGETHER("r10", "r11", c, c_23)

/* Registers of a channel: r0 r1 r2 words of two columns; r3 the stream, and of it r4 the bias, r5 r6 r7 the
 * weights of rows 0 and 1, r8 r9 those of row 2, r10 r11 how sums become outputs; r12 and lr sums. None of
 * this changes the flags. `ror` is what unpacks this channel, c its number, `at` the pixel times 4. */
#define NOOK_MOVED(to, word, ror)   \
  NOOK_CODE("vmov   " to ", " word) \
  NOOK_CODE("sxtb16 " to ", " to ror)
/* As in fixed_once.h. */
#define NOOK_OUTPUT(v, at, c)                  \
  NOOK_CODE("smmla  " v ", " v ", r10, r11")   \
  NOOK_CODE("ssat   " v ", #8, " v ", asr #8") \
  NOOK_CODE("strb   " v ", [sp, #" at " + " c "]")

/* The first two columns, and the padding in front of them, end an output and begin two. */
#define NOOK_FIRST(c, ror, a, b, rows_2) \
  NOOK_CODE("vmov   r1, " NOOK_ZERO)     \
  NOOK_MOVED("r0", a, ror)               \
  NOOK_CODE("smlad  lr, r1, r5, r4")     \
  NOOK_CODE("smlabb lr, r1, r8, lr")     \
  NOOK_MOVED("r1", rows_2, ror)          \
  NOOK_CODE("smlad  lr, r0, r6, lr")     \
  NOOK_CODE("smlad  r12, r0, r5, r4")    \
  NOOK_MOVED("r0", b, ror)               \
  NOOK_CODE("smlad  lr, r1, r9, lr")     \
  NOOK_CODE("smlad  r12, r1, r8, r12")   \
  NOOK_CODE("smlad  lr, r0, r7, lr")     \
  NOOK_CODE("smlad  r12, r0, r6, r12")   \
  NOOK_OUTPUT("lr", "4*0", c)            \
  NOOK_CODE("smlad  lr, r0, r5, r4")     \
  NOOK_CODE("smlatb lr, r1, r8, lr")
/* Two columns end two outputs and begin two, */
#define NOOK_TWO_MORE(c, ror, a, b, rows_2) \
  NOOK_MOVED("r0", a, ror)                  \
  NOOK_MOVED("r1", rows_2, ror)             \
  NOOK_CODE("smlad  r12, r0, r7, r12")      \
  NOOK_CODE("smlad  lr, r0, r6, lr")        \
  NOOK_CODE("smlabt r12, r1, r9, r12")      \
  NOOK_CODE("smlad  lr, r1, r9, lr")        \
  NOOK_OUTPUT("r12", "4*1", c)              \
  NOOK_CODE("smlad  r12, r0, r5, r4")       \
  NOOK_MOVED("r0", b, ror)                  \
  NOOK_CODE("smlad  lr, r0, r7, lr")        \
  NOOK_OUTPUT("lr", "4*2", c)               \
  NOOK_CODE("smlad  r12, r1, r8, r12")      \
  NOOK_CODE("smlad  r12, r0, r6, r12")      \
  NOOK_CODE("smlad  lr, r0, r5, r4")        \
  NOOK_CODE("smlatb lr, r1, r8, lr")
/* or none, the second being padding, */
#define NOOK_LAST_TWO(c, ror, a, b, rows_2) \
  NOOK_MOVED("r2", a, ror)                  \
  NOOK_MOVED("r1", rows_2, ror)             \
  NOOK_CODE("smlad  r12, r2, r7, r12")      \
  NOOK_CODE("smlad  lr, r2, r6, lr")        \
  NOOK_CODE("smlabt r12, r1, r9, r12")      \
  NOOK_CODE("smlad  lr, r1, r9, lr")        \
  NOOK_OUTPUT("r12", "4*3", c)              \
  NOOK_MOVED("r0", b, ror)                  \
  NOOK_CODE("smlad  lr, r0, r7, lr")        \
  NOOK_OUTPUT("lr", "4*4", c)
/* or a third one, which the padding behind them ends. */
#define NOOK_THIRD(c)                  \
  NOOK_CODE("smlad  r12, r0, r6, r4")  \
  NOOK_CODE("smlad  r12, r1, r8, r12") \
  NOOK_CODE("vmov   r1, " NOOK_ZERO)   \
  NOOK_CODE("smlad  r12, r2, r5, r12") \
  NOOK_CODE("smlad  r12, r1, r7, r12") \
  NOOK_CODE("smlabt r12, r1, r9, r12") \
  NOOK_OUTPUT("r12", "4*5", c)

/* A channel. There are two columns between the first and the last two, or none. */
#define NOOK_CHANNEL(c, ror, a0, b0, c0, a1, b1, c1, a2, b2, c2) \
  NOOK_CODE("ldmia.w r3!, {r4, r5, r6, r7, r8, r9, r10, r11}")   \
  NOOK_FIRST(c, ror, a0, b0, c0)                                 \
  NOOK_JUMP("bcs.w", "5", c)                                     \
  NOOK_TWO_MORE(c, ror, a1, b1, c1)                              \
  NOOK_LABEL("5", c)                                             \
  NOOK_LAST_TWO(c, ror, a2, b2, c2)                              \
  NOOK_JUMP("beq.w", "6", c)                                     \
  NOOK_THIRD(c)                                                  \
  NOOK_LABEL("6", c)

/* Code for each of the four channels. */
#define NOOK_WITH(macro, ...) macro(__VA_ARGS__)
#define NOOK_FOUR(macro)                           \
  NOOK_WITH(macro, "0", "", NOOK_WORDS_01)         \
  NOOK_WITH(macro, "1", ", ror #8", NOOK_WORDS_01) \
  NOOK_WITH(macro, "2", "", NOOK_WORDS_23)         \
  NOOK_WITH(macro, "3", ", ror #8", NOOK_WORDS_23)

#define NOOK_JOB_IN const nook_strip_row* job NOOK_IN_REGISTER

/* One piece of assembly, because no compiler keeps all of it in registers. On the stack: 0 six pixels of four
 * channels, 24 the stream, 28 the first of four channels. */
NOOK_ASSEMBLY void nook_strip_fpu(NOOK_JOB_IN) {
  __asm volatile(
      "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"
      "vpush  {s16-s19}\n\t"
      "sub    sp, #32\n\t"
      "vmov   " NOOK_JOB ", r0\n\t"
      "ldrd   r1, r2, [r0, #48]\n\t"
      "movs   r7, #0\n\t"
      "vmov   " NOOK_ZERO ", r2\n\t"
      "strd   r1, r7, [sp, #24]\n"
      "1:\n\t" /* four channels */
      "vmov   r12, " NOOK_JOB "\n\t"
      "ldmia.w r12, {r0, r1, r2, r3, r4, r5}\n\t"
      "ldr.w  r6, [r12, #36]\n\t"
      "add.w  r0, r0, r7\n\t"
      "add    r1, r7\n\t"
      "add    r2, r7\n\t"
      "msr    APSR_nzcvq, r6\n\t"
      NOOK_LOADED("s0", "s1", "s2", "s9", "s10", "s11")
      "bcs.w  2f\n\t"
      NOOK_LOADED("s3", "s4", "s5", "s12", "s13", "s14")
      "2:\n\t"
      "vmov   r12, " NOOK_JOB "\n\t"
      "ldr    r3, [r12, #24]\n\t"
      "ldr    r4, [r12, #28]\n\t"
      "ldr    r5, [r12, #32]\n\t"
      NOOK_LOADED("s6", "s7", "s8", "s15", "s16", "s17")
      "ldr    r3, [sp, #24]\n"
      ".balign 4\n\t"
      NOOK_FOUR(NOOK_CHANNEL)
      "vmov   r8, " NOOK_JOB "\n\t"
      "ldr    r7, [sp, #28]\n\t"
      "ldr.w  r2, [r8, #40]\n\t"
      "ldr.w  r9, [r8, #44]\n\t"
      "str    r3, [sp, #24]\n\t"
      "add    r2, r7\n\t"
      "ldmia.w sp, {r0, r1, r3, r4, r5, r6}\n\t"
      "add    r10, r2, r9\n\t" /* the second pixel, */
      "lsl    r11, r9, #1\n\t" /* and two by two */
      "str    r0, [r2]\n\t"
      "bcs    5f\n\t"
      "str.w  r1, [r10]\n\t"
      "add    r2, r11\n\t"
      "add    r10, r11\n\t"
      "str    r3, [r2]\n"
      "5:\n\t"
      "str.w  r4, [r10]\n\t"
      "add    r2, r11\n\t"
      "add    r10, r11\n\t"
      "str    r5, [r2]\n\t"
      "beq    6f\n\t"
      "str.w  r6, [r10]\n"
      "6:\n\t"
      "sub    r6, r9, #4\n\t"
      "adds   r7, #4\n\t"
      "cmp    r7, r9\n\t"
      "bhs    7f\n\t"
      "cmp    r7, r6\n\t"
      "it     hi\n\t" /* the last four, some of them again */
      "movhi  r7, r6\n\t"
      "str    r7, [sp, #28]\n\t"
      "b.w    1b\n"
      "7:\n\t"
      "add    sp, #32\n\t"
      "vpop   {s16-s19}\n\t"
      "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t");
}
