/* MEAN of bytes with vectors. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/pool/rvv/mean_rvv_offsets.inc"

#define job        a0
#define from       a1 /* bytes or sums */
#define y          a2
#define start      a3
#define multiplier a4
#define right      a5
#define y_zero     a6
#define channels   a7
#define left       t0 /* channels */
#define vector     t1 /* elements of a vector */
#define pixel      t2
#define pixels     t3 /* left */
#define at         t2

.macro load_job
  lw   start, mean_rvv_start(job)
  lw   multiplier, mean_rvv_multiplier(job)
  lw   right, mean_rvv_right(job)
  lw   y_zero, mean_rvv_zero(job)
  lw   channels, mean_rvv_channels(job)
  mv   left, channels
  round_ties_up
.endm

/* Stores the bytes of the words in v8. */
.macro store_means
  rescale_alike v8, v16, multiplier, right, y_zero
  vsetvli zero, zero, NOOK_BYTES
  vnclip.wi v8, v8, 0
  vse8.v v8, (y)
  add  y, y, vector
  sub  left, left, vector
.endm

/* void nook_mean_of_pixels_rvv(const nook_mean_rvv* job, const int8_t* x, int8_t* y) */
function nook_mean_of_pixels_rvv
  load_job
.Lpixels:
  vsetvli vector, left, NOOK_WORDS
  vmv.v.x v8, start
  vsetvli zero, zero, NOOK_HALFWORDS
  lw   pixels, mean_rvv_pixels(job)
  mv   pixel, from
.Lpixel:
  vle8.v v6, (pixel)
  add  pixel, pixel, channels
  vsext.vf2 v4, v6
  addi pixels, pixels, -1
  vwadd.wv v8, v8, v4
  bnez pixels, .Lpixel
  vsetvli zero, zero, NOOK_WORDS
  add  from, from, vector
  store_means
  bnez left, .Lpixels
  ret
endfunction

/* void nook_mean_of_sums_rvv(const nook_mean_rvv* job, const int32_t* sums, int8_t* y) */
function nook_mean_of_sums_rvv
  load_job
.Lsums:
  vsetvli vector, left, NOOK_WORDS
  vle32.v v8, (from)
  vadd.vx v8, v8, start
  slli at, vector, 2
  add  from, from, at
  store_means
  bnez left, .Lsums
  ret
endfunction
