#include "nook/kernels/dot/armv7em/dot_k16_dsp.h"

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/kernels/asm/unpack_word_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"

typedef char nook_offsets_are_known[sizeof(nook_dot_k16) == 48 ? 1 : -1];

/* Registers: r0 the stream, lr y; from r4 on the pairs of inputs, two registers for each word. r1 begins as
 * the bias and becomes the output; the others are for what the stream has, where there are up to three words
 * r12 is the zero point. On the stack: 0 the job, 4 the end of the stream, 8 where the outputs of a pixel
 * begin, 12 the end of y. */

/* adr counts from a multiple of 4, which the assembler takes the function to begin at: they are aligned so,
 * which -Os would not do. Several outputs are written out one after the other, in as many bytes of code each;
 * a pixel begins in the middle where their number is not a multiple of that, so that the end is the same for
 * all. */
#define NOOK_BEGIN(bytes_of_an_output, code_of_an_output, all_but_one) \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t"                  \
  "sub    sp, #20\n\t"                                                 \
  "str    r0, [sp, #0]\n\t"                                            \
  "ldr    lr, [r0, #16]\n\t"                                           \
  "ldrd   r2, r1, [r0, #20]\n\t"                                       \
  "movs   r3, #" bytes_of_an_output                                    \
  "\n\t"                                                               \
  "mla    r2, r1, r3, r2\n\t"                                          \
  "str    r2, [sp, #4]\n\t"                                            \
  "ldr    r3, [r0, #32]\n\t"                                           \
  "mla    r3, r1, r3, lr\n\t"                                          \
  "str    r3, [sp, #12]\n\t"                                           \
  "negs   r1, r1\n\t"                                                  \
  "and    r1, r1, #" all_but_one                                       \
  "\n\t"                                                               \
  "movs   r3, #" code_of_an_output                                     \
  "\n\t"                                                               \
  "adr.w  r2, 2f + 1\n\t" /* Thumb */                                  \
  "mla    r2, r1, r3, r2\n\t"                                          \
  "str    r2, [sp, #8]\n"                                              \
  "1:\n\t"                                                             \
  "ldr    r12, [sp, #0]\n\t"                                           \
  "ldmia  r12, {r0, r1, r2, r3}\n\t"
/* x + step, the stream. */
#define NOOK_MAKE_READY       \
  "ldr    r1, [r12, #28]\n\t" \
  "add    r0, r1\n\t"         \
  "str    r0, [r12, #0]\n\t"  \
  "ldr    r0, [r12, #20]\n\t"
#define NOOK_TWO_WORDS  \
  "ldr    r4, [r0]\n\t" \
  "ldr    r6, [r0, r1]\n\t" NOOK_MAKE_READY NOOK_UNPACK("r4", "r5") NOOK_UNPACK("r6", "r7")
#define NOOK_THREE_WORDS "ldr    r8, [r0, r2]\n\t" NOOK_TWO_WORDS NOOK_UNPACK("r8", "r9")
#define NOOK_FOUR_WORDS  "ldr    r10, [r0, r3]\n\t" NOOK_THREE_WORDS NOOK_UNPACK("r10", "r11")
/* The content of r12 with up to three words. */
#define NOOK_ZERO       "ldr    r12, [r12, #36]\n\t"
#define NOOK_STREAM_END "ldr    r12, [sp, #4]\n\t"
#define NOOK_OUTPUTS      \
  "ldr    pc, [sp, #8]\n" \
  "2:\n\t"
#define NOOK_END            \
  "ldr    r1, [sp, #4]\n\t" \
  "cmp    r0, r1\n\t"       \
  "bne    2b\n\t" NOOK_END_OF_PIXEL
/* The same with the end of the stream in r12. */
#define NOOK_END_IN_R12 \
  "cmp    r0, r12\n\t"  \
  "bne    2b\n\t" NOOK_END_OF_PIXEL
#define NOOK_END_OF_PIXEL    \
  "ldr    r1, [sp, #12]\n\t" \
  "cmp    lr, r1\n\t"        \
  "bne    1b\n\t"            \
  "add    sp, #20\n\t"       \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

#define NOOK_FOUR_TIMES(output)  output output output output
#define NOOK_EIGHT_TIMES(output) NOOK_FOUR_TIMES(output) NOOK_FOUR_TIMES(output)
#define NOOK_MULTIPLY(x, w)      "smlad  r1, " x ", " w ", r1\n\t"
/* As fixed_output.h has it for small factors. */
#define NOOK_OUTPUT(multiplier, power, zero) \
  "smmulr r1, r1, " multiplier               \
  "\n\t"                                     \
  "add    r1, r1, r1, asr #31\n\t"           \
  "smmlar r1, r1, " power ", " zero          \
  "\n\t"                                     \
  "ssat   r1, #8, r1\n\t"                    \
  "strb   r1, [lr], #1\n"

#define NOOK_FROM_TWO_WORDS                                                                            \
  "ldmia  r0!, {r1, r2, r3, r8, r9, r10, r11}\n\t" NOOK_MULTIPLY("r4", "r2") NOOK_MULTIPLY("r5", "r3") \
      NOOK_MULTIPLY("r6", "r8") NOOK_MULTIPLY("r7", "r9") NOOK_OUTPUT("r10", "r11", "r12")

static NOOK_ASSEMBLY void two_words(nook_dot_k16* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN("28", "40", "7")
                     NOOK_TWO_WORDS NOOK_ZERO NOOK_OUTPUTS NOOK_EIGHT_TIMES(NOOK_FROM_TWO_WORDS) NOOK_END);
}

#define NOOK_FROM_THREE_WORDS                                                                       \
  "ldmia  r0!, {r1, r2, r3, r10, r11}\n\t" NOOK_MULTIPLY("r4", "r2") NOOK_MULTIPLY("r5", "r3")      \
      NOOK_MULTIPLY("r6", "r10")                                                                    \
          NOOK_MULTIPLY("r7", "r11") "ldmia  r0!, {r2, r3, r10, r11}\n\t" NOOK_MULTIPLY("r8", "r2") \
              NOOK_MULTIPLY("r9", "r3") NOOK_OUTPUT("r10", "r11", "r12")

static NOOK_ASSEMBLY void three_words(nook_dot_k16* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN("36", "52", "3")
                     NOOK_THREE_WORDS NOOK_ZERO NOOK_OUTPUTS NOOK_FOUR_TIMES(NOOK_FROM_THREE_WORDS) NOOK_END);
}

#define NOOK_FROM_FOUR_WORDS                                                                        \
  "ldmia  r0!, {r1, r2, r3, r12}\n\t" NOOK_MULTIPLY("r4", "r2") NOOK_MULTIPLY("r5", "r3")           \
      NOOK_MULTIPLY("r6", "r12") "ldmia  r0!, {r2, r3, r12}\n\t" NOOK_MULTIPLY("r7", "r2")          \
          NOOK_MULTIPLY("r8", "r3")                                                                 \
              NOOK_MULTIPLY("r9", "r12") "ldmia  r0!, {r2, r3, r12}\n\t" NOOK_MULTIPLY("r10", "r2") \
                  NOOK_MULTIPLY("r11", "r3") "ldmia  r0!, {r2, r3}\n\t" NOOK_OUTPUT("r12", "r2", "r3")

static NOOK_ASSEMBLY void four_words(nook_dot_k16* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN("48", "66", "3")
                     NOOK_FOUR_WORDS NOOK_OUTPUTS NOOK_FOUR_TIMES(NOOK_FROM_FOUR_WORDS) NOOK_END);
}

/* The job by one of three functions, and the outputs clamped. */
static inline __attribute__((always_inline)) void dot_and_clamp(nook_dot_k16* job, int32_t words,
                                                                void (*two)(nook_dot_k16*),
                                                                void (*three)(nook_dot_k16*),
                                                                void (*four)(nook_dot_k16*)) {
  int8_t* const y = job->y;
  const int32_t size = job->pixels * job->outputs;
  if (words <= 2)
    two(job);
  else if (words == 3)
    three(job);
  else
    four(job);
  if (job->low > -128 || job->high < 127) nook_clamp_bytes_dsp(y, size, job->low, job->high);
}

void nook_dot_k16_dsp(nook_dot_k16* job, int32_t words) {
  dot_and_clamp(job, words, two_words, three_words, four_words);
}

/* The same if negative outputs are clamped away. */

/* As fixed_once.h has it. */
#define NOOK_ONCE(multiplier, plus)      \
  "smmla  r1, r1, " multiplier ", " plus \
  "\n\t"                                 \
  "ssat   r1, #8, r1, asr #12\n\t"       \
  "strb   r1, [lr], #1\n"

#define NOOK_FROM_TWO_WORDS_ONCE                                                                       \
  "ldmia  r0!, {r1, r2, r3, r8, r9, r10, r11}\n\t" NOOK_MULTIPLY("r4", "r2") NOOK_MULTIPLY("r5", "r3") \
      NOOK_MULTIPLY("r6", "r8") NOOK_MULTIPLY("r7", "r9") NOOK_ONCE("r10", "r11")

static NOOK_ASSEMBLY void two_words_once(nook_dot_k16* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN("28", "32", "3") NOOK_TWO_WORDS NOOK_STREAM_END NOOK_OUTPUTS NOOK_FOUR_TIMES(
      NOOK_FROM_TWO_WORDS_ONCE) NOOK_END_IN_R12);
}

#define NOOK_FROM_THREE_WORDS_ONCE                                                                  \
  "ldmia  r0!, {r1, r2, r3, r10, r11}\n\t" NOOK_MULTIPLY("r4", "r2") NOOK_MULTIPLY("r5", "r3")      \
      NOOK_MULTIPLY("r6", "r10")                                                                    \
          NOOK_MULTIPLY("r7", "r11") "ldmia  r0!, {r2, r3, r10, r11}\n\t" NOOK_MULTIPLY("r8", "r2") \
              NOOK_MULTIPLY("r9", "r3") NOOK_ONCE("r10", "r11")

static NOOK_ASSEMBLY void three_words_once(nook_dot_k16* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN("36", "44", "3") NOOK_THREE_WORDS NOOK_STREAM_END NOOK_OUTPUTS NOOK_FOUR_TIMES(
      NOOK_FROM_THREE_WORDS_ONCE) NOOK_END_IN_R12);
}

#define NOOK_FROM_FOUR_WORDS_ONCE                                                                   \
  "ldmia  r0!, {r1, r2, r3, r12}\n\t" NOOK_MULTIPLY("r4", "r2") NOOK_MULTIPLY("r5", "r3")           \
      NOOK_MULTIPLY("r6", "r12") "ldmia  r0!, {r2, r3, r12}\n\t" NOOK_MULTIPLY("r7", "r2")          \
          NOOK_MULTIPLY("r8", "r3")                                                                 \
              NOOK_MULTIPLY("r9", "r12") "ldmia  r0!, {r2, r3, r12}\n\t" NOOK_MULTIPLY("r10", "r2") \
                  NOOK_MULTIPLY("r11", "r3") "ldr    r2, [r0], #4\n\t" NOOK_ONCE("r12", "r2")

static NOOK_ASSEMBLY void four_words_once(nook_dot_k16* job NOOK_IN_REGISTER) {
  __asm volatile(NOOK_BEGIN("44", "60", "3")
                     NOOK_FOUR_WORDS NOOK_OUTPUTS NOOK_FOUR_TIMES(NOOK_FROM_FOUR_WORDS_ONCE) NOOK_END);
}

void nook_dot_k16_relu_dsp(nook_dot_k16* job, int32_t words) {
  dot_and_clamp(job, words, two_words_once, three_words_once, four_words_once);
}
