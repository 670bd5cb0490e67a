/* Fully connected layers with one scale for all outputs, on cores with DSP instructions: six outputs at a
 * time, then four, and the assembler code of a turn of their loops. fully_connected_one_scale.h has the
 * stream. */
#ifndef NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_DSP_H_
#define NOOK_OPS_FULLY_CONNECTED_ONE_SCALE_DSP_H_

#include "nook/kernels/asm/assembly.h"
#include "nook/kernels/asm/tile_dsp.h"
#include "nook/kernels/dot/armv7em/bytes_dsp.h"
#include "nook/ops/fully_connected/fully_connected.h"

/* Assembly code depends on the offsets of these fields; it has a copy on the stack. */
typedef struct nook_one_scale_row {
  int8_t *y, *y_end; /* at least one group of outputs */
  const int8_t *x, *x_end;
  int32_t multiplier, power, zero;
} nook_one_scale_row;

typedef char nook_offsets_are_known[sizeof(nook_one_scale_row) == 28 ? 1 : -1];

/* Registers: r0 the inputs, r1 the stream, r4 and r5 pairs of inputs; r6 r8 r10 sum the products with a, r7
 * r9 r11 those with 256 * b + a, which share a halfword (dot_eight_dsp.h); the others are weights. */
#define NOOK_FOUR_INPUTS      \
  "ldr    r4, [r0], #4\n\t"   \
  "sxtb16 r5, r4, ror #8\n\t" \
  "sxtb16 r4, r4\n\t"
/* The last ones of a turn, and whether they are the last of all: nothing behind them changes the flags. */
#define NOOK_LAST_INPUTS      \
  "ldr    r4, [r0], #4\n\t"   \
  "ldr    r2, [sp, #12]\n\t"  \
  "sxtb16 r5, r4, ror #8\n\t" \
  "sxtb16 r4, r4\n\t"         \
  "cmp    r0, r2\n\t"
/* The same if all are on the stack, unpacked, the first ones last: the others are at sp and above. */
#define NOOK_FOUR_UNPACKED "ldmdb  r0!, {r4, r5}\n\t"
#define NOOK_LAST_UNPACKED NOOK_FOUR_UNPACKED "cmp    sp, r0\n\t"
#define NOOK_FOUR_WORDS    "ldmia  r1!, {r2, r3, r12, lr}\n\t"
/* Four inputs, of a pair of outputs. */
#define NOOK_FOUR_OF_TWO(first, second, a, ba) \
  NOOK_ONE_PAIR("r4", first, a, ba) NOOK_ONE_PAIR("r5", second, a, ba)
/* Eight inputs of six outputs: 59 cycles for 48 multiply-accumulates, 57 if they are unpacked. One ldm for
 * four words takes 5 cycles, and reads a line of most flashes. */
#define NOOK_EIGHT_OF_SIX(four, others)                                                                   \
  four NOOK_FOUR_WORDS NOOK_FOUR_OF_TWO("r2", "r3", "r6", "r7") NOOK_FOUR_OF_TWO("r12", "lr", "r8", "r9") \
      NOOK_FOUR_WORDS NOOK_FOUR_OF_TWO("r2", "r3", "r10", "r11")                                          \
          others NOOK_FOUR_OF_TWO("r12", "lr", "r6", "r7")                                                \
              NOOK_FOUR_WORDS NOOK_FOUR_OF_TWO("r2", "r3", "r8", "r9")                                    \
                  NOOK_FOUR_OF_TWO("r12", "lr", "r10", "r11")
#define NOOK_TURN_OF_SIX(four, last) \
  NOOK_EIGHT_OF_SIX(four, four)      \
  NOOK_EIGHT_OF_SIX(four, four) NOOK_EIGHT_OF_SIX(four, four) NOOK_EIGHT_OF_SIX(four, last)
/* Four inputs of four outputs. */
#define NOOK_FOUR_OF_FOUR(four) \
  four NOOK_FOUR_WORDS NOOK_FOUR_OF_TWO("r2", "r3", "r6", "r7") NOOK_FOUR_OF_TWO("r12", "lr", "r8", "r9")

/* As fixed_output.h has it for small factors: r2 the multiplier, r3 the power, r4 zero. */
#define NOOK_OUTPUT(v)      \
  "smmulr " v ", " v        \
  ", r2\n\t"                \
  "add    " v ", " v ", " v \
  ", asr #31\n\t"           \
  "smmlar " v ", " v        \
  ", r3, r4\n\t"            \
  "ssat   " v ", #8, " v "\n\t"
/* Two outputs, which end in the low half of `a`. */
#define NOOK_OUTPUTS(a, ba)   \
  "sub    " ba ", " ba ", " a \
  "\n\t"                      \
  "lsl    " a ", " a          \
  ", #1\n\t"                  \
  "asr    " ba ", " ba ", #7\n\t" NOOK_OUTPUT(a) NOOK_OUTPUT(ba) "bfi    " a ", " ba ", #8, #8\n\t"

/* A jump to a long instruction that is not at a multiple of 4 takes a cycle more. */
#define NOOK_AT_A_WORD ".balign 4\n"

#define NOOK_BEGIN                                    \
  "push   {r4, r5, r6, r7, r8, r9, r10, r11, lr}\n\t" \
  "sub    sp, #28\n\t"                                \
  "ldmia  r0, {r2, r3, r4, r5, r6, r7, r8}\n\t"       \
  "stmia  sp, {r2, r3, r4, r5, r6, r7, r8}\n\t"       \
  "mov    r0, r4\n\t" NOOK_AT_A_WORD "1:\n\t"
/* The outputs of a group: single loads, which overlap. Numbers are places on
 * the stack; `front` is where the inputs begin. */
#define NOOK_END(y, y_end, front, multiplier, power, zero, outputs, store) \
  "bne.w  2b\n\t"                                                          \
  "ldr    r2, [sp, #" multiplier                                           \
  "]\n\t"                                                                  \
  "ldr    r3, [sp, #" power                                                \
  "]\n\t"                                                                  \
  "ldr    r4, [sp, #" zero                                                 \
  "]\n\t"                                                                  \
  "ldr    r5, [sp, #" y                                                    \
  "]\n\t"                                                                  \
  "ldr    r0, [sp, #" front                                                \
  "]\n\t"                                                                  \
  "ldr    r12, [sp, #" y_end "]\n\t" outputs                               \
  "pkhbt  r6, r6, r8, lsl #16\n\t"                                         \
  "str    r6, [r5], #4\n\t" store "str    r5, [sp, #" y                    \
  "]\n\t"                                                                  \
  "cmp    r5, r12\n\t"                                                     \
  "bne.w  1b\n\t"                                                          \
  "mov    r0, r1\n\t"
#define NOOK_FOUR_OUTPUTS NOOK_OUTPUTS("r6", "r7") NOOK_OUTPUTS("r8", "r9")
#define NOOK_SIX_OUTPUTS  NOOK_FOUR_OUTPUTS NOOK_OUTPUTS("r10", "r11")
#define NOOK_TWO_MORE     "strh   r10, [r5], #2\n\t"
#define NOOK_SIX_BIASES   "ldmia  r1!, {r6, r7, r8, r9, r10, r11}\n\t"
#define NOOK_FOUR_BIASES  "ldmia  r1!, {r6, r7, r8, r9}\n\t"
#define NOOK_RETURN       "pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}\n\t"

#define NOOK_ROW    const nook_one_scale_row* row NOOK_IN_REGISTER
#define NOOK_STREAM const int8_t* stream NOOK_IN_REGISTER

/* All outputs up to y_end, in sixes or in fours; return the end of their part of the stream. */
const int8_t* nook_one_scale_sixes_dsp(NOOK_ROW, NOOK_STREAM);
const int8_t* nook_one_scale_fours_dsp(NOOK_ROW, NOOK_STREAM);

/* The whole layer. Always inline: called by name, so that tools/stack.py knows the kernels. */
static inline __attribute__((always_inline)) void nook_one_scale_rows(
    const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w, int8_t* y,
    const int8_t* (*sixes)(NOOK_ROW, NOOK_STREAM)) {
  const int32_t* const scale = (const int32_t*)(const void*)w;
  const int32_t in_sixes = 6 * nook_one_scale_sixes(p->out);
  nook_one_scale_row row = {y, y, x, x, scale[0], scale[1], p->out_zero};
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* stream = w + NOOK_ONE_SCALE_BYTES;
    row.x = row.x_end, row.x_end += p->in;
    row.y_end = row.y + in_sixes;
    if (in_sixes > 0) stream = sixes(&row, stream);
    row.y = row.y_end, row.y_end += p->out - in_sixes;
    if (row.y != row.y_end) nook_one_scale_fours_dsp(&row, stream);
    row.y = row.y_end;
  }
  if (p->act_min > -128 || p->act_max < 127)
    nook_clamp_bytes_dsp(y, p->batch * p->out, p->act_min, p->act_max);
}

#endif
