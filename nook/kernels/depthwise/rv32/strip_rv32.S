/* Depthwise 3x3 along a row for RV32; strip_rv32.h describes the strip and the packed weights. In assembly,
 * because compilers run out of registers for nine weights. */
#include "nook/kernels/asm/rv32.inc"
#include "nook/kernels/depthwise/rv32/strip_rv32_offsets.inc"

#define row0     a1
#define row1     a2
#define row2     a3
#define y        a4
#define step     a5 /* distance of two pixels */
#define inner    a6 /* the end of the pixels whose columns are all in the image */
#define bias     a7
#define factor   t0 /* twice the multiplier */
#define shift    t1
#define half     t2 /* rounding constant of the shift */
#define most     t3
#define out_zero t4
#define column0  ra /* a column, row by row */
#define column1  t5
#define column2  t6
#define product  a0
#define sum1     s9  /* sum of the pixel that has two columns */
#define sum0     s10 /* sum of the pixel that has one column */
#define sum      s11 /* sum of the complete pixel */
#define strip    t6
#define column_0_weights s0, s3, s6
#define column_1_weights s1, s4, s7
#define column_2_weights s2, s5, s8
#define saved_registers s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, ra

#define frame_strip     0
#define frame_registers 4

/* Loads a pointer of the strip, and advances it by `by` for the next channel. */
.macro load_pointer to, at, by
  lw   \to, \at(strip)
  addi t5, \to, \by
  sw   t5, \at(strip)
.endm

.macro enter_strip
  addi sp, sp, -64
  sw   a0, frame_strip(sp)
  each_word sw, sp, frame_registers, saved_registers
  lw   step, strip_rv32_step(a0)
  lw   out_zero, strip_rv32_zero(a0)
  lw   most, strip_rv32_most(a0)
.endm

/* Loads the pointers and the packed weights of the next channel. */
.macro load_channel
  lw   strip, frame_strip(sp)
  load_pointer row0, strip_rv32_row, 1
  load_pointer row1, strip_rv32_row + 4, 1
  load_pointer row2, strip_rv32_row + 8, 1
  load_pointer y, strip_rv32_y, 1
  load_pointer inner, strip_rv32_inner, 1
  load_pointer a0, strip_rv32_channel, 20
  .set weight_at, strip_channel_w
  .irp weight, s0, s1, s2, s3, s4, s5, s6, s7, s8
  lb   \weight, weight_at(a0)
  .set weight_at, weight_at + 1
  .endr
  lbu  shift, strip_channel_shift(a0)
  lw   bias, strip_channel_bias(a0)
  lw   factor, strip_channel_twice_multiplier(a0)
  li   half, 1
  sll  half, half, shift
  srli half, half, 1
.endm

/* Continues at `loop` with the next channel, or returns. */
.macro next_channel loop
  lw   strip, frame_strip(sp)
  lw   t5, strip_rv32_channels(strip)
  addi t5, t5, -1
  sw   t5, strip_rv32_channels(strip)
  bnez t5, \loop
  each_word lw, sp, frame_registers, saved_registers
  addi sp, sp, 64
  ret
.endm

.macro load_column
  lb   column0, 0(row0)
  lb   column1, 0(row1)
  lb   column2, 0(row2)
  add  row0, row0, step
  add  row1, row1, step
  add  row2, row2, step
.endm

/* to = from + the products of the column and three weights. */
.macro add_column to, from, w0, w1, w2
  mul  product, column0, \w0
  add  \to, \from, product
  mul  product, column1, \w1
  add  \to, \to, product
  mul  product, column2, \w2
  add  \to, \to, product
.endm
/* Likewise for a column outside the image; t6 is the strip. */
.macro add_padding to, from, w0, w1, w2
  add  product, \w0, \w1
  add  product, product, \w2
  lw   t5, strip_rv32_in_zero(strip)
  mul  product, product, t5
  add  \to, \from, product
.endm

/* sum0 starts with the first column of the first pixel. */
.macro begin_row
  lw   strip, frame_strip(sp)
  lw   t5, strip_rv32_left(strip)
  beqz t5, .Linside\@
  add_padding sum0, bias, column_0_weights
  j    .Lbegun\@
.Linside\@:
  load_column
  add_column sum0, bias, column_0_weights
.Lbegun\@:
.endm

/* Computes the output of a sum that is not negative, like nook_finish_twice() of rescale_twice.h. */
.macro store_output
  mulhu ra, sum, factor
  mul  t5, sum, factor
  srli t5, t5, 31
  add  ra, ra, t5
  add  ra, ra, half
  srl  ra, ra, shift
  bgeu most, ra, .Lstore\@
  mv   ra, most
.Lstore\@:
  add  ra, ra, out_zero
  sb   ra, 0(y)
.endm

/* The pixels whose columns are all in the image; the output of a negative sum is the zero point. Macros
 * `next_sum` and `last_sum` complete `sum`, and sum1 of a last pixel with a column outside the image. */
.macro pixels next_sum, last_sum
  beq  y, inner, .Llast\@
.Lpixel\@:
  \next_sum
  bltz sum, .Lnegative\@
  store_output
  add  y, y, step
  bne  y, inner, .Lpixel\@
  j    .Llast\@
.Lnegative\@:
  sb   out_zero, 0(y)
  add  y, y, step
  bne  y, inner, .Lpixel\@
.Llast\@:
  lw   strip, frame_strip(sp)
  lw   t5, strip_rv32_right(strip)
  beqz t5, .Ldone\@
  \last_sum
  lw   strip, frame_strip(sp)
  add_padding sum, sum1, column_2_weights
  bltz sum, .Lnegative_last\@
  store_output
  j    .Ldone\@
.Lnegative_last\@:
  sb   out_zero, 0(y)
.Ldone\@:
.endm

.macro next_sum
  load_column
  add_column sum, sum1, column_2_weights
  add_column sum1, sum0, column_1_weights
  add_column sum0, bias, column_0_weights
.endm
.macro no_sum
.endm

/* void nook_depthwise_strip_rv32(nook_strip_rv32* strip) */
function nook_depthwise_strip_rv32
  enter_strip
.Lchannel:
  load_channel
  begin_row
  load_column
  add_column sum1, sum0, column_1_weights
  add_column sum0, bias, column_0_weights
  pixels next_sum, no_sum
  next_channel .Lchannel
endfunction

.macro next_sum_by_two
  load_column
  add_column sum1, sum0, column_1_weights
  load_column
  add_column sum, sum1, column_2_weights
  add_column sum0, bias, column_0_weights
.endm
.macro last_sum_by_two
  load_column
  add_column sum1, sum0, column_1_weights
.endm

/* void nook_depthwise_strip_by_two_rv32(nook_strip_rv32* strip) */
function nook_depthwise_strip_by_two_rv32
  enter_strip
.Lchannel_by_two:
  load_channel
  begin_row
  pixels next_sum_by_two, last_sum_by_two
  next_channel .Lchannel_by_two
endfunction
