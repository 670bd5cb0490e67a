/* ADD and SUB of bytes with vectors. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/elementwise/rvv/sum_run_rvv_offsets.inc"

#define job          a0
#define count        a0 /* elements of a vector */
#define a_at         a1
#define b_at         a2
#define y_at         a3
#define left         a4
#define a_zero       a5
#define a_multiplier a6
#define a_right      a7
#define b_zero       t0
#define b_multiplier t1
#define b_right      t2
#define minus        t3
#define y_multiplier t4
#define y_right      t5
#define y_zero       t6
#define low          s0
#define high         s1

#define frame_registers 0
#define frame_bytes     16
#define saved s0, s1

/* Loads bytes, into the last registers of the group, and rescales them as an operand. Changes v24 to v31. */
.macro operand group, last, from, out_of, multiplier, right
  vle8.v \last, (\from)
  vsext.vf4 \group, \last
  vsub.vx \group, \group, \out_of
  vsll.vi \group, \group, 20
  vsmul.vx \group, \group, \multiplier
  beqz \right, .Loperand\@
  vsra.vi v24, \group, 31 /* a tie of a negative number is rounded down */
  vadd.vv \group, \group, v24
  vssra.vx \group, \group, \right
.Loperand\@:
.endm

/* void nook_sum_run_rvv(const nook_sum_rvv* job) */
function nook_sum_run_rvv
  addi sp, sp, -frame_bytes
  each_word sw, sp, frame_registers, saved
  lw   a_at, sum_rvv_a(job)
  lw   b_at, sum_rvv_b(job)
  lw   y_at, sum_rvv_y(job)
  lw   left, sum_rvv_run(job)
  lw   a_zero, sum_rvv_a_zero(job)
  lw   a_multiplier, sum_rvv_a_multiplier(job)
  lw   a_right, sum_rvv_a_right(job)
  lw   b_zero, sum_rvv_b_zero(job)
  lw   b_multiplier, sum_rvv_b_multiplier(job)
  lw   b_right, sum_rvv_b_right(job)
  lw   minus, sum_rvv_minus(job)
  lw   y_multiplier, sum_rvv_y_multiplier(job)
  lw   y_right, sum_rvv_y_right(job)
  lw   y_zero, sum_rvv_y_zero(job)
  lw   low, sum_rvv_low(job)
  lw   high, sum_rvv_high(job)
  round_ties_up
.Lvector:
  vsetvli count, left, NOOK_WORDS
  operand v8, v14, a_at, a_zero, a_multiplier, a_right
  operand v16, v22, b_at, b_zero, b_multiplier, b_right
  bnez minus, .Lminus
  vadd.vv v8, v8, v16
  j    .Lsum
.Lminus:
  vsub.vv v8, v8, v16
.Lsum:
  rescale_alike v8, v24, y_multiplier, y_right, y_zero
  vsetvli zero, zero, NOOK_BYTES
  vnclip.wi v8, v8, 0
  vmax.vx v8, v8, low
  vmin.vx v8, v8, high
  vse8.v v8, (y_at)
  add  a_at, a_at, count
  add  b_at, b_at, count
  add  y_at, y_at, count
  sub  left, left, count
  bnez left, .Lvector
  each_word lw, sp, frame_registers, saved
  addi sp, sp, frame_bytes
  ret
endfunction
