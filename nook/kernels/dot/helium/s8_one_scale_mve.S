/* Fully connected layers with one scale for all outputs, for Helium.
 *
 * The packed weights begin with the multiplier and the power 2^(31 + shift) of all outputs. Then, for each
 * eight outputs, and each four or fewer after the last eight: their biases, which include the zero point of
 * the input, and the weights of sixteen inputs at a time, 16 bytes per output, padded with zeros.
 *
 * In assembly, because compilers do not keep eight sums and their pointers in registers; and without a job
 * struct, which would cost small layers more instructions. */
#include "nook/kernels/asm/helium.inc"

/* Sums are in r0 r2 r4 r6 r8 r10 r12 lr, because vmladava accepts only even registers. */
x          .req r1
packed     .req r3
y          .req r5
depth      .req r7  /* inputs left */
outputs    .req r9  /* outputs left */
multiplier .req r11
zero       .req r8  /* in the epilogue of a group */
one        .req r10

inputs     .req q0
weights0   .req q1
weights1   .req q2
low        .req q4
high       .req q5
power      .req q6
all_inputs .req q7  /* all inputs of a layer with at most sixteen */

/* On the stack in the order of registers, so that a single push stores them. */
.equ frame_rows, 0      /* rows left */
.equ frame_x, 4         /* the row */
.equ frame_depth, 8
.equ frame_packed, 12   /* packed weights of the first eight outputs */
.equ frame_outputs, 16
.equ frame_zero, 20
.equ frame_one, 24      /* the constant 1 */
.equ frame_bytes, 28
.equ saved_bytes, 100   /* r4 to r11, lr, d8 to d15; y is above them */

/* Loads and multiplications alternate, so that they overlap. */
.macro load q
  vldrb.8    \q, [packed], #16
.endm
.macro multiply inputs, sum, q
  vmladava.s8 \sum, \inputs, \q
.endm
.macro four_sums inputs
  load       weights0
  load       weights1
  multiply   \inputs, r0, weights0
  load       weights0
  multiply   \inputs, r2, weights1
  load       weights1
  multiply   \inputs, r4, weights0
.endm
.macro eight_sums inputs
  four_sums  \inputs
  load       weights0
  multiply   \inputs, r6, weights1
  load       weights1
  multiply   \inputs, r8, weights0
  load       weights0
  multiply   \inputs, r10, weights1
  load       weights1
  multiply   \inputs, r12, weights0
  multiply   \inputs, lr, weights1
.endm
.macro sixteen_more
  vldrb.8    inputs, [x], #16
  eight_sums inputs
.endm

.macro clamp_halfwords
  vmax.s16   q0, q0, low
  vmin.s16   q0, q0, high
.endm
/* Even outputs in q0 and odd ones in q1, so that the halfwords are in order. */
.macro store_eight
  vmov       q0[2], q0[0], r0, r8
  vmov       q0[3], q0[1], r4, r12
  vmov       q1[2], q1[0], r2, r10
  vmov       q1[3], q1[1], r6, lr
  ldrd       zero, one, [sp, #frame_zero]
  rescale_one_scale q0
  rescale_one_scale q1
  vqmovnb.s32 q0, q0
  vqmovnt.s32 q0, q1
  clamp_halfwords
  vstrb.16   q0, [y], #8
.endm
.macro load_eight_biases
  ldmia      packed!, {r0, r2, r4, r6, r8, r10, r12, lr}
.endm

/* void nook_fully_connected_s8_mve_one_scale(const nook_fully_connected_s8* p, const int8_t* x,
 *     const int8_t* w, const int32_t* bias, int8_t* y, void* scratch) */
function nook_fully_connected_s8_mve_one_scale
  save_registers {d8, d9, d10, d11, d12, d13, d14, d15}
  ldr        y, [sp, #saved_bytes]
  mov        packed, r2
  ldmia      r0, {r0, r2, r4, r6, r8, r10, r12} /* batch in out in_zero out_zero act_min act_max */
  vdup.16    low, r10
  vdup.16    high, r12
  ldmia      packed!, {multiplier, r12}
  vdup.32    power, r12
  mov        one, #1
  push       {r0, r1, r2, r3, r4, r8, r10}

.Lrow: /* r2 inputs and r4 outputs */
  subs       outputs, r4, #8
  blt        .Lrest
  cmp        r2, #16
  ble        .Lfew_inputs
.Leight_outputs:
  ldrd       x, depth, [sp, #frame_x]
  load_eight_biases
  subs       depth, #32
  blt        .Linputs_left
  inputs_left .Linputs_left, eight_sums inputs
.Lfinish_eight:
  store_eight
  subs       outputs, #8
  bge        .Leight_outputs

.Lrest:
  adds       outputs, #8
  beq        .Lend_of_row
.Lfour_outputs: /* at most four */
  ldrd       x, depth, [sp, #frame_x]
  ldmia      packed!, {r0, r2, r4, r6}
  wlstp.8    lr, depth, .Lfinish_four
.Lsixteen_of_four:
  vldrb.8    inputs, [x], #16
  four_sums  inputs
  multiply   inputs, r6, weights1
  letp       lr, .Lsixteen_of_four
.Lfinish_four:
  vmov       q0[2], q0[0], r0, r4
  vmov       q0[3], q0[1], r2, r6
  ldrd       zero, one, [sp, #frame_zero]
  rescale_one_scale q0
  vqmovnb.s32 q0, q0
  clamp_halfwords
  vctp.32    outputs
  vpst
  vstrbt.32  q0, [y], #4
  subs       outputs, #4
  bgt        .Lfour_outputs
  add        y, outputs

.Lend_of_row:
  ldr        r0, [sp, #frame_rows]
  subs       r0, #1
  bne        .Lnext_row
  leave_frame frame_bytes, {d8, d9, d10, d11, d12, d13, d14, d15}
.Lnext_row:
  ldrd       x, r2, [sp, #frame_x]
  ldrd       packed, r4, [sp, #frame_packed]
  add        x, r2
  strd       r0, x, [sp, #frame_rows]
  b          .Lrow

.Lfew_inputs: /* at most sixteen inputs are loaded once */
  vctp.8     r2
  vpst
  vldrbt.8   all_inputs, [x]
.Leight_of_few:
  load_eight_biases
  eight_sums all_inputs
  store_eight
  subs       outputs, #8
  bge        .Leight_of_few
  b          .Lrest
endfunction
