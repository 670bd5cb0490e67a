/* MUL of bytes with vectors. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/elementwise/rvv/product_run_rvv_offsets.inc"

#define job        a0
#define count      a0 /* elements of a vector */
#define a_at       a1
#define b_at       a2
#define y_at       a3
#define left       a4
#define a_zero     a5
#define b_zero     a6
#define multiplier a7
#define right      t0
#define y_zero     t1
#define low        t2
#define high       t3

/* void nook_product_run_rvv(const nook_product_rvv* job) */
function nook_product_run_rvv
  lw   a_at, product_rvv_a(job)
  lw   b_at, product_rvv_b(job)
  lw   y_at, product_rvv_y(job)
  lw   left, product_rvv_run(job)
  lw   a_zero, product_rvv_a_zero(job)
  lw   b_zero, product_rvv_b_zero(job)
  lw   multiplier, product_rvv_multiplier(job)
  lw   right, product_rvv_right(job)
  lw   y_zero, product_rvv_y_zero(job)
  lw   low, product_rvv_low(job)
  lw   high, product_rvv_high(job)
  round_ties_up
.Lvector:
  vsetvli count, left, NOOK_HALFWORDS
  vle8.v v10, (a_at)
  vle8.v v14, (b_at)
  vsext.vf2 v8, v10
  vsext.vf2 v12, v14
  vsub.vx v8, v8, a_zero
  vsub.vx v12, v12, b_zero
  vwmul.vv v16, v8, v12
  vsetvli zero, zero, NOOK_WORDS
  rescale_alike v16, v8, multiplier, right, y_zero
  vsetvli zero, zero, NOOK_BYTES
  vnclip.wi v16, v16, 0
  vmax.vx v16, v16, low
  vmin.vx v16, v16, high
  vse8.v v16, (y_at)
  add  a_at, a_at, count
  add  b_at, b_at, count
  add  y_at, y_at, count
  sub  left, left, count
  bnez left, .Lvector
  ret
endfunction
