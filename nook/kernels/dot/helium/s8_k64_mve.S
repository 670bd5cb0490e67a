/* Fully connected layers with 64 inputs, as after the last pooling of a small network, for Helium. One row of
 * inputs, one scale, at least eight outputs, and no clamp beyond int8.
 *
 * The first outputs are the remainder of a multiple of eight: two or four of them are computed as a group of
 * that size, five to seven as eight. Every group stores all outputs that it computes; the next group
 * overwrites the surplus, so no lane is masked and no group needs to know its size.
 *
 * The packed weights, whose biases include the zero point of the input, begin with ten words: the zero point
 * of the output, two biases, the number of outputs before the groups of eight, a bias, the multiplier, a
 * bias, the constant 1, the power 2^(31 + shift), and how the first outputs are computed (0 not, 1 two, 2
 * four); their weights follow. Then, for each eight outputs, ten words: four biases, the outputs up to the
 * next group (0: none), two biases, the constant 1, two biases; and their weights. Weights are in blocks of
 * 16 bytes, one block per output of a group.
 *
 * In assembly, because compilers do not keep eight sums and their pointers in registers. */
#include "nook/kernels/asm/helium.inc"

/* Sums are in r0 r2 r4 r6 r8 r10 r12 lr, because vmladava accepts only even registers. */
zero       .req r1
packed     .req r3
y          .req r5
advance    .req r7  /* outputs up to the next group */
multiplier .req r9
one        .req r11

inputs0    .req q0
inputs1    .req q1
inputs2    .req q2
inputs3    .req q3
weights0   .req q4  /* weights of two outputs, alternately */
weights1   .req q5
power      .req q6

.equ saved_bytes, 84 /* on the stack: r4 to r11, lr, d8 to d13; y is above them */

/* Loads the weights of the next output while the weights of this one are multiplied. */
.macro load weights
  vldrb.8    \weights, [packed], #16
.endm
.macro two_sums inputs, a, b
  load       weights1
  vmladava.s8 \a, \inputs, weights0
  load       weights0
  vmladava.s8 \b, \inputs, weights1
.endm
.macro last_two_sums inputs, a, b
  load       weights1
  vmladava.s8 \a, \inputs, weights0
  vmladava.s8 \b, \inputs, weights1
.endm
.macro four_sums inputs, a, b, c, d
  two_sums   \inputs, \a, \b
  two_sums   \inputs, \c, \d
.endm
.macro eight_sums inputs
  four_sums  \inputs, r0, r2, r4, r6
  four_sums  \inputs, r8, r10, r12, lr
.endm

/* Saturates the sums in q4 and stores the low byte of each word. */
.macro store_four
  rescale_one_scale q4
  vqmovnb.s32 q4, q4
  vqmovnb.s16 q4, q4
  vstrb.32   q4, [y]
  add        y, advance
.endm

/* void nook_fully_connected_s8_mve_k64(const nook_fully_connected_s8* p, const int8_t* x, const int8_t* w,
 *                                      const int32_t* bias, int8_t* y, void* scratch) */
function nook_fully_connected_s8_mve_k64
  save_registers {d8, d9, d10, d11, d12, d13}
  ldr        y, [sp, #saved_bytes]
  vldrb.8    inputs0, [r1]
  vldrb.8    inputs1, [r1, #16]
  vldrb.8    inputs2, [r1, #32]
  vldrb.8    inputs3, [r1, #48]
  ldmia      r2!, {zero, r4, r6, advance, r8, multiplier, r10, one, r12, lr}
  mov        packed, r2
  vdup.32    power, r12
  tbb        [pc, lr]
.Lways:
  .byte      (.Leight_outputs - .Lways) / 2, (.Ltwo_outputs - .Lways) / 2, (.Lfour_outputs - .Lways) / 2, 0

.Lfour_outputs:
  load       weights0
  four_sums  inputs0, r4, r6, r8, r10
  four_sums  inputs1, r4, r6, r8, r10
  four_sums  inputs2, r4, r6, r8, r10
  two_sums   inputs3, r4, r6
  last_two_sums inputs3, r8, r10
  vmov       q4[2], q4[0], r4, r8
  vmov       q4[3], q4[1], r6, r10
  store_four
  b          .Leight_outputs

.Ltwo_outputs:
  load       weights0
  two_sums   inputs0, r4, r6
  two_sums   inputs1, r4, r6
  two_sums   inputs2, r4, r6
  last_two_sums inputs3, r4, r6
  vmov       d8, r4, r6
  store_four

.Leight_outputs:
  ldmia      packed!, {r0, r2, r4, r6, advance, r8, r10, one, r12, lr}
  load       weights0
  eight_sums inputs0
  eight_sums inputs1
  eight_sums inputs2
  four_sums  inputs3, r0, r2, r4, r6
  two_sums   inputs3, r8, r10
  last_two_sums inputs3, r12, lr
  /* Even outputs in q4 and odd ones in q5, so that the halfwords are in order. */
  vmov       q4[2], q4[0], r0, r8
  vmov       q4[3], q4[1], r4, r12
  vmov       q5[2], q5[0], r2, r10
  vmov       q5[3], q5[1], r6, lr
  rescale_one_scale q4
  rescale_one_scale q5
  vqmovnb.s32 q4, q4
  vqmovnt.s32 q4, q5
  vqmovnb.s16 q4, q4
  vstrb.16   q4, [y]
  cbnz       advance, .Lnext_eight
  restore_registers_and_return {d8, d9, d10, d11, d12, d13}
.Lnext_eight:
  add        y, advance
  b          .Leight_outputs
endfunction
