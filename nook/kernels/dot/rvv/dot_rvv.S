/* Dot products of bytes with vectors, across outputs; dot_rvv.h describes the packed weights. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/dot/dot_segments_offsets.inc"

#define job      a0
#define shifts   a0 /* shifts of all outputs */
#define inputs   a1 /* inputs of the first pixel of a tile */
#define outputs  a2 /* outputs of each pixel */
#define left     a3 /* outputs left of the tile */
#define first    a4 /* first output of a vector */
#define count    a5 /* outputs in a vector */
#define packed   a6
#define step     a7
#define x0       t0 /* inputs of the three pixels of a tile */
#define x1       t1
#define x2       t2
#define input    t3
#define weights  t4
#define end      t5 /* end of a segment */
#define rows     t6 /* segments left */
#define at       t6 /* address */
#define y        t5 /* and the address of multipliers */
#define pixels   s0 /* left */
#define fours    s1 /* bytes of a segment, rounded down to a multiple of 4 */
#define segment  s2
#define skip     s3 /* from the end of a segment to the next */
#define segments s4
#define low      s5
#define high     s6
#define clamps   s7
#define results  s8 /* results of the tile */
#define out_zero s9
#define stream   s10 /* the weights */
#define end_of_fours s11

#define frame_registers 0
#define frame_bytes     48
#define saved s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11

/* Vector registers: v6, v7 weights, v4 to v7 the same in halfwords; v8, v16, v24 sums. */

/* The products of input `i` of each pixel with a vector of weights. `each`: sum, inputs, for each pixel. */
.macro one_input i, pixels
  vle8.v v6, (weights)
  add  weights, weights, outputs
  vsext.vf2 v4, v6
  lb   input, \i(x0)
  vwmacc.vx v8, input, v4
  .if \pixels > 1
  lb   input, \i(x1)
  vwmacc.vx v16, input, v4
  .endif
  .if \pixels > 2
  lb   input, \i(x2)
  vwmacc.vx v24, input, v4
  .endif
.endm

.macro advance distance, pixels
  add  x0, x0, \distance
  .if \pixels > 1
  add  x1, x1, \distance
  .endif
  .if \pixels > 2
  add  x2, x2, \distance
  .endif
.endm

/* Computes a tile of pixels from `inputs` on to `results`. */
.macro tile pixels, sums:vararg
  mv   left, outputs
  li   first, 0
.Lvector\@:
  vsetvli count, left, NOOK_WORDS
  slli at, first, 2
  add  at, at, packed
  vle32.v v8, (at)
  .if \pixels > 1
  vmv.v.v v16, v8
  .endif
  .if \pixels > 2
  vmv.v.v v24, v8
  .endif
  vsetvli zero, zero, NOOK_HALFWORDS
  add  weights, stream, first
  mv   x0, inputs
  .if \pixels > 1
  add  x1, x0, step
  .endif
  .if \pixels > 2
  add  x2, x1, step
  .endif
  mv   rows, segments
.Lsegment\@:
  add  end, x0, segment
  add  end_of_fours, x0, fours
  beq  x0, end_of_fours, .Lrest\@
.Lfour\@:
  one_input 0, \pixels
  one_input 1, \pixels
  one_input 2, \pixels
  one_input 3, \pixels
  advance 4, \pixels
  bne  x0, end_of_fours, .Lfour\@
.Lrest\@:
  beq  x0, end, .Lnext\@
.Lone\@:
  one_input 0, \pixels
  advance 1, \pixels
  bne  x0, end, .Lone\@
.Lnext\@:
  advance skip, \pixels
  addi rows, rows, -1
  bnez rows, .Lsegment\@
  vsetvli zero, zero, NOOK_WORDS
  add  y, first, outputs
  slli y, y, 2
  add  y, y, packed
  slli at, first, 1
  add  at, at, shifts
  rescale y, at, out_zero, \sums
  clamp_to_bytes clamps, low, high, \sums
  add  y, results, first
  .irp sum, \sums
  vse8.v \sum, (y)
  add  y, y, outputs
  .endr
  add  first, first, count
  sub  left, left, count
  bnez left, .Lvector\@
.endm

/* void nook_dot_rvv(const nook_dot_segments* job) */
function nook_dot_rvv
  addi sp, sp, -frame_bytes
  each_word sw, sp, frame_registers, saved
  lw   inputs, dot_segments_x(job)
  lw   results, dot_segments_y(job)
  lw   packed, dot_segments_weights(job)
  lw   outputs, dot_segments_outputs(job)
  lw   segment, dot_segments_segment(job)
  lw   segments, dot_segments_segments(job)
  lw   skip, dot_segments_stride(job)
  lw   out_zero, dot_segments_zero(job)
  lw   pixels, dot_segments_pixels(job)
  lw   step, dot_segments_step(job)
  lw   low, dot_segments_low(job)
  lw   high, dot_segments_high(job)
  round_ties_up
  sub  skip, skip, segment
  andi fours, segment, -4
  addi clamps, low, 128
  addi at, high, -127
  or   clamps, clamps, at
  slli at, outputs, 3
  add  shifts, packed, at
  slli at, outputs, 1
  add  stream, shifts, at
  addi stream, stream, 3
  andi stream, stream, -4
.Ltile_of_three:
  addi pixels, pixels, -3
  bltz pixels, .Lpixels_left
  tile 3, v8, v16, v24
  add  inputs, inputs, step
  add  inputs, inputs, step
  add  inputs, inputs, step
  add  results, results, outputs
  add  results, results, outputs
  add  results, results, outputs
  j    .Ltile_of_three
.Lpixels_left:
  addi pixels, pixels, 2
  bltz pixels, .Ldone
  bnez pixels, .Ltile_of_two
  tile 1, v8
  j    .Ldone
.Ltile_of_two:
  tile 2, v8, v16
.Ldone:
  each_word lw, sp, frame_registers, saved
  addi sp, sp, frame_bytes
  ret
endfunction
