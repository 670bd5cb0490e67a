/* Sums of eight outputs for RV32; dot_eight_rv32.h describes the packed weights. In assembly, because
 * compilers load all weights before they multiply and run out of registers for the sums. */
#include "nook/kernels/asm/rv32.inc"
#include "nook/kernels/dot/dot_segments_offsets.inc"

#define job      a0
#define inputs   a1 /* inputs of the first pixel */
#define weights  a2
#define step     a0 /* distance to the second pixel */
#define segment  a3 /* bytes of a segment */
#define segments a4 /* segments left */
#define skip     a5 /* distance from the end of a segment to the next */
#define segment_end a6
#define input0   a7 /* input of the first pixel */
#define input1   t0 /* input of the second pixel */
#define weight   t1
#define inputs1  ra /* inputs of the second pixel */
#define sums     t1 /* destination of the sums */
#define first_sums s0, s1, s2, s3, s4, s5, s6, s7
#define second_sums s8, s9, s10, s11, t3, t4, t5, t6

#define frame_sums       0
#define frame_registers  4 /* s0 to s7 */
#define frame_more      36 /* s8 to s11, ra */

.macro load_operands
  sw   a3, frame_sums(sp)
  lw   segment, dot_segments_segment(job)
  lw   segments, dot_segments_segments(job)
  lw   skip, dot_segments_stride(job)
  lw   step, dot_segments_step(job)
  sub  skip, skip, segment
.endm

/* The products of input `i` with eight weights. */
.macro one_input i
  lb   input0, \i(inputs)
  .set weight_at, 8 * \i
  .irp sum, first_sums
  lb   weight, weight_at(weights)
  multiply_add \sum, input0, weight, weight
  .set weight_at, weight_at + 1
  .endr
.endm

/* An input of both pixels. */
.macro one_weight_of_two sum0, sum1, at
  lb   weight, \at(weights)
  multiply_add \sum0, input0, weight, t2
  multiply_add \sum1, input1, weight, weight
.endm
.macro two_inputs i
  lb   input0, \i(inputs)
  lb   input1, \i(inputs1)
  one_weight_of_two s0, s8, 8 * \i
  one_weight_of_two s1, s9, 8 * \i + 1
  one_weight_of_two s2, s10, 8 * \i + 2
  one_weight_of_two s3, s11, 8 * \i + 3
  one_weight_of_two s4, t3, 8 * \i + 4
  one_weight_of_two s5, t4, 8 * \i + 5
  one_weight_of_two s6, t5, 8 * \i + 6
  one_weight_of_two s7, t6, 8 * \i + 7
.endm

/* const int8_t* nook_dot_eight_sums_rv32(const nook_dot_segments* job, const int8_t* x, const int8_t* w,
 * uint32_t* sums): sums of one pixel. Returns the end of the weights. */
function nook_dot_eight_sums_rv32
  addi sp, sp, -48
  each_word sw, sp, frame_registers, first_sums
  load_operands
  clear first_sums
.Lsegment:
  add  segment_end, inputs, segment
  andi t1, segment, 1
  beqz t1, .Linput
  addi inputs, inputs, -1 /* a segment of odd length enters in the middle */
  addi weights, weights, -8
  j    .Lodd_input
.Linput:
  one_input 0
.Lodd_input:
  one_input 1
  addi inputs, inputs, 2
  addi weights, weights, 16
  bne  inputs, segment_end, .Linput
  addi segments, segments, -1
  add  inputs, inputs, skip
  bnez segments, .Lsegment
  lw   sums, frame_sums(sp)
  each_word sw, sums, 0, first_sums
  each_word lw, sp, frame_registers, first_sums
  mv   a0, weights
  addi sp, sp, 48
  ret
endfunction

/* const int8_t* nook_dot_eight_sums_of_two_rv32(const nook_dot_segments* job, const int8_t* x,
 * const int8_t* w, uint32_t* sums): sums of two pixels; the second pixel's sums follow the first pixel's.
 * Returns the end of the weights. */
function nook_dot_eight_sums_of_two_rv32
  addi sp, sp, -64
  each_word sw, sp, frame_registers, first_sums
  each_word sw, sp, frame_more, s8, s9, s10, s11, ra
  load_operands
  clear first_sums
  clear second_sums
.Lsegment_of_two:
  add  segment_end, inputs, segment
  add  inputs1, inputs, step
  andi t1, segment, 1
  beqz t1, .Linput_of_two
  addi inputs, inputs, -1
  addi weights, weights, -8
  addi inputs1, inputs1, -1
  j    .Lodd_input_of_two
.Linput_of_two:
  two_inputs 0
.Lodd_input_of_two:
  two_inputs 1
  addi inputs, inputs, 2
  addi weights, weights, 16
  addi inputs1, inputs1, 2
  bne  inputs, segment_end, .Linput_of_two
  addi segments, segments, -1
  add  inputs, inputs, skip
  bnez segments, .Lsegment_of_two
  lw   sums, frame_sums(sp)
  each_word sw, sums, 0, first_sums
  each_word sw, sums, 32, second_sums
  each_word lw, sp, frame_registers, first_sums
  each_word lw, sp, frame_more, s8, s9, s10, s11, ra
  mv   a0, weights
  addi sp, sp, 64
  ret
endfunction
