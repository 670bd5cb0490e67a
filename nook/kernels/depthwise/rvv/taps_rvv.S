/* Depthwise convolutions with vectors, across channels; taps_rvv.h describes the packed weights. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/depthwise/rvv/taps_rvv_offsets.inc"

#define job      a0
#define shifts   a0 /* the shifts of all channels */
#define padding  a1 /* plus the distance of the tile's first pixel from the first one of all */
#define channels a2
#define left     a3 /* channels left of the tile */
#define first    a4 /* first channel of a vector */
#define count    a5 /* channels in a vector */
#define packed   a6
#define step     a7
#define inputs   t0
#define weights  t1
#define tap      t2 /* the next tap's offset */
#define base     t3
#define y        t4 /* and the address of multipliers */
#define at       t5
#define end_of_taps t6
#define pixels   s0 /* left */
#define offsets  s1
#define stream   s2 /* the weights */
#define low      s3
#define high     s4
#define clamps   s5
#define results  s6 /* results of the tile */
#define out_zero s7

#define frame_registers 0
#define frame_bytes     32
#define saved s0, s1, s2, s3, s4, s5, s6, s7

/* Vector registers: v6, v7 weights, v4 to v7 the same in halfwords; v2, v3 inputs, v0 to v3 the same in
 * halfwords; v8, v16, v24 sums. */

/* Computes a tile of pixels to `results`. */
.macro tile pixels, sums:vararg
  mv   left, channels
  li   first, 0
.Lvector\@:
  vsetvli count, left, NOOK_WORDS
  slli at, first, 2
  add  at, at, packed
  vle32.v v8, (at)
  .if \pixels > 1
  vmv.v.v v16, v8
  vmv.v.v v24, v8
  .endif
  vsetvli zero, zero, NOOK_HALFWORDS
  add  weights, stream, first
  add  base, padding, first
  mv   tap, offsets
.Ltap\@:
  lw   inputs, 0(tap)
  addi tap, tap, 4
  add  inputs, inputs, base
  vle8.v v6, (weights)
  add  weights, weights, channels
  vsext.vf2 v4, v6
  .irp sum, \sums
  vle8.v v2, (inputs)
  .if \pixels > 1
  add  inputs, inputs, step
  .endif
  vsext.vf2 v0, v2
  vwmacc.vv \sum, v0, v4
  .endr
  bne  tap, end_of_taps, .Ltap\@
  vsetvli zero, zero, NOOK_WORDS
  add  y, first, channels
  slli y, y, 2
  add  y, y, packed
  slli at, first, 1
  add  at, at, shifts
  rescale y, at, out_zero, \sums
  clamp_to_bytes clamps, low, high, \sums
  add  y, results, first
  .irp sum, \sums
  vse8.v \sum, (y)
  add  y, y, channels
  .endr
  add  first, first, count
  sub  left, left, count
  bnez left, .Lvector\@
.endm

/* void nook_taps_rvv(const nook_taps_rvv_job* job) */
function nook_taps_rvv
  addi sp, sp, -frame_bytes
  each_word sw, sp, frame_registers, saved
  lw   padding, taps_rvv_job_padding(job)
  lw   results, taps_rvv_job_y(job)
  lw   packed, taps_rvv_job_weights(job)
  lw   offsets, taps_rvv_job_offsets(job)
  lw   at, taps_rvv_job_taps(job)
  lw   pixels, taps_rvv_job_pixels(job)
  lw   channels, taps_rvv_job_channels(job)
  lw   step, taps_rvv_job_step(job)
  lw   out_zero, taps_rvv_job_zero(job)
  lw   low, taps_rvv_job_low(job)
  lw   high, taps_rvv_job_high(job)
  round_ties_up
  slli at, at, 2
  add  end_of_taps, offsets, at
  addi clamps, low, 128
  addi at, high, -127
  or   clamps, clamps, at
  slli at, channels, 3
  add  shifts, packed, at
  slli at, channels, 1
  add  stream, shifts, at
  addi stream, stream, 3
  andi stream, stream, -4
  addi pixels, pixels, -3
  bltz pixels, .Lpixels_left
.Ltile_of_three:
  tile 3, v8, v16, v24
  add  padding, padding, step
  add  padding, padding, step
  add  padding, padding, step
  add  results, results, channels
  add  results, results, channels
  add  results, results, channels
  addi pixels, pixels, -3
  bgez pixels, .Ltile_of_three
.Lpixels_left:
  addi pixels, pixels, 3
  beqz pixels, .Ldone
.Ltile_of_one:
  tile 1, v8
  add  padding, padding, step
  add  results, results, channels
  addi pixels, pixels, -1
  bnez pixels, .Ltile_of_one
.Ldone:
  each_word lw, sp, frame_registers, saved
  addi sp, sp, frame_bytes
  ret
endfunction
