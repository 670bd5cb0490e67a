/* Fully connected layers with one scale for all outputs, on cores with DSP instructions: six outputs at a
 * time, then four. fully_connected_one_scale.h has the stream. */
#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/rescale_dsp.h"

/* Compilers with this asm accept strings of any length. */
#pragma GCC diagnostic ignored "-Woverlength-strings"

/* Assembly code depends on the offsets of these fields; it has a copy on the stack. */
typedef struct row_of_outputs {
  int8_t* y;
  int32_t groups; /* > 0: number of sixes or fours */
  const int8_t *x, *end;
  int32_t multiplier, power, zero;
} row_of_outputs;

typedef char nook_offsets_are_known[sizeof(row_of_outputs) == 28 ? 1 : -1];

/* Registers: r0 the inputs, r1 the stream, r4 and r5 pairs of inputs; r6 r8 r10 sum the products with a, r7
 * r9 r11 those with 256 * b + a, which share a halfword (dot_eight_dsp.h); the others are weights. */
#define FOUR_INPUTS           \
  "ldr    r4, [r0], #4\n\t"   \
  "sxtb16 r5, r4, ror #8\n\t" \
  "sxtb16 r4, r4\n\t"
#define FOUR_WORDS "ldmia  r1!, {r2, r3, r12, lr}\n\t"
#define TIMES(x, w, a, ba)           \
  "smlad  " ba ", " x ", " w ", " ba \
  "\n\t"                             \
  "sxtb16 " w ", " w                 \
  "\n\t"                             \
  "smlad  " a ", " x ", " w ", " a "\n\t"
/* Four inputs, of a pair of outputs. */
#define PAIR(first, second, a, ba) TIMES("r4", first, a, ba) TIMES("r5", second, a, ba)
/* Eight inputs of six outputs: 59 cycles for 48 multiply-accumulates. One ldm for four words takes 5 cycles,
 * and reads a line of most flashes. */
#define EIGHT_OF_SIX                                                                      \
  FOUR_INPUTS FOUR_WORDS PAIR("r2", "r3", "r6", "r7") PAIR("r12", "lr", "r8", "r9")       \
      FOUR_WORDS PAIR("r2", "r3", "r10", "r11") FOUR_INPUTS PAIR("r12", "lr", "r6", "r7") \
          FOUR_WORDS PAIR("r2", "r3", "r8", "r9") PAIR("r12", "lr", "r10", "r11")
/* Four inputs of four outputs. */
#define FOUR_OF_FOUR FOUR_INPUTS FOUR_WORDS PAIR("r2", "r3", "r6", "r7") PAIR("r12", "lr", "r8", "r9")

/* As fixed_output.h has it for small factors: r2 the multiplier, r3 the power, r4 zero. */
#define OUTPUT(v)           \
  "smmulr " v ", " v        \
  ", r2\n\t"                \
  "add    " v ", " v ", " v \
  ", asr #31\n\t"           \
  "smmlar " v ", " v        \
  ", r3, r4\n\t"            \
  "ssat   " v ", #8, " v "\n\t"
/* Two outputs, which end in the low half of `a`. */
#define OUTPUTS(a, ba)        \
  "sub    " ba ", " ba ", " a \
  "\n\t"                      \
  "lsl    " a ", " a          \
  ", #1\n\t"                  \
  "asr    " ba ", " ba ", #7\n\t" OUTPUT(a) OUTPUT(ba) "bfi    " a ", " ba ", #8, #8\n\t"

#define BEGIN                                         \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t" \
  "sub    sp, #28\n\t"                                \
  "ldmia  r0, {r2, r3, r4, r5, r6, r7, r8}\n\t"       \
  "stmia  sp, {r2, r3, r4, r5, r6, r7, r8}\n"         \
  "1:\n\t"                                            \
  "ldr    r0, [sp, #8]\n\t"
#define ALL_INPUTS_SUMMED    \
  "ldr    r2, [sp, #12]\n\t" \
  "cmp    r0, r2\n\t"        \
  "bne.w  2b\n\t"            \
  "ldr    r2, [sp, #16]\n\t" \
  "ldr    r3, [sp, #20]\n\t" \
  "ldr    r4, [sp, #24]\n\t"
#define STORE(store)               \
  "ldr    r0, [sp, #0]\n\t"        \
  "ldr    r3, [sp, #4]\n\t"        \
  "pkhbt  r6, r6, r8, lsl #16\n\t" \
  "str    r6, [r0], #4\n\t" store  \
  "subs   r3, #1\n\t"              \
  "str    r0, [sp, #0]\n\t"        \
  "str    r3, [sp, #4]\n\t"        \
  "bne.w  1b\n\t"                  \
  "mov    r0, r1\n\t"              \
  "add    sp, #28\n\t"             \
  "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

/* All outputs of this many groups; return the end of their part of the stream. */
static __attribute__((naked, noinline)) const int8_t* sixes(const row_of_outputs* row __attribute__((unused)),
                                                            const int8_t* stream __attribute__((unused))) {
  __asm volatile(BEGIN
                 "ldmia  r1!, {r6, r7, r8, r9, r10, r11}\n" /* start with the biases */
                 "2:\n\t" EIGHT_OF_SIX EIGHT_OF_SIX EIGHT_OF_SIX EIGHT_OF_SIX ALL_INPUTS_SUMMED OUTPUTS(
                     "r6", "r7") OUTPUTS("r8", "r9") OUTPUTS("r10", "r11") STORE("strh   r10, [r0], #2\n\t"));
}

static __attribute__((naked, noinline)) const int8_t* fours(const row_of_outputs* row __attribute__((unused)),
                                                            const int8_t* stream __attribute__((unused))) {
  __asm volatile(BEGIN
                 "ldmia  r1!, {r6, r7, r8, r9}\n"
                 "2:\n\t" FOUR_OF_FOUR FOUR_OF_FOUR FOUR_OF_FOUR FOUR_OF_FOUR ALL_INPUTS_SUMMED OUTPUTS(
                     "r6", "r7") OUTPUTS("r8", "r9") STORE(""));
}

void nook_fully_connected_s8_dsp_one_scale(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
                                           const int32_t* bias, int8_t* y, void* scratch_memory) {
  (void)bias, (void)scratch_memory;
  const int32_t* const scale = (const int32_t*)(const void*)w;
  row_of_outputs row = {y, 0, x, x, scale[0], scale[1], p->out_zero};
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* stream = w + NOOK_ONE_SCALE_BYTES;
    row.x = row.end, row.end += p->in;
    row.groups = nook_one_scale_sixes(p->out);
    if (row.groups > 0) stream = sixes(&row, stream), row.y += 6 * row.groups;
    row.groups = nook_one_scale_fours(p->out);
    if (row.groups > 0) fours(&row, stream), row.y += 4 * row.groups;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->batch * p->out, p->act_min, p->act_max);
}
