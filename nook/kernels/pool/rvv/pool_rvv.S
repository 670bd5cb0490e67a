/* Pools of bytes with vectors. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/pool/rvv/pool_rvv_offsets.inc"

#define job        a0
#define y          a1
#define vector     a2 /* elements of a vector */
#define channels   a3
#define left       a4 /* channels */
#define first      a5 /* the window's first pixel, from the vector's first channel on */
#define pixel      a6
#define columns    a7 /* left */
#define rows       t0 /* left */
#define width      t1
#define skip       t2
#define ring_end   t3
#define ring_bytes t4
#define low        t5
#define high       t6

/* All bytes of a group; half of them, and halfwords as many. */
#define all_bytes      e8, m8, ta, ma
#define half_the_bytes e8, m4, ta, ma
#define their_sums     e16, m8, ta, ma

.macro load_window
  lw   first, pool_rvv_first(job)
  lw   ring_end, pool_rvv_ring_end(job)
  lw   ring_bytes, pool_rvv_ring_bytes(job)
  lw   width, pool_rvv_width(job)
  lw   skip, pool_rvv_skip(job)
  lw   channels, pool_rvv_channels(job)
  lw   low, pool_rvv_low(job)
  lw   high, pool_rvv_high(job)
  mv   left, channels
.endm

/* The next pixel, for `of`; falls through after the last one of the last row. */
.macro next_pixel of
  add  pixel, pixel, channels
  addi columns, columns, -1
  bnez columns, \of
  add  pixel, pixel, skip
  bltu pixel, ring_end, .Linside\@
  sub  pixel, pixel, ring_bytes
.Linside\@:
  addi rows, rows, -1
  mv   columns, width
  bnez rows, \of
.endm

.macro next_vector of
  add  first, first, vector
  add  y, y, vector
  sub  left, left, vector
  bnez left, \of
.endm

/* Halfwords in v8: divides by `count`, whose half is `half`, rounds ties away from zero, and clamps. Changes
 * v16 to v31. */
.macro divide count, half
  vsra.vi v16, v8, 15
  vxor.vx v24, v16, \half
  vsub.vv v24, v24, v16 /* half with the sign of the sum */
  vadd.vv v8, v8, v24
  vdiv.vx v8, v8, \count
  vmax.vx v8, v8, low
  vmin.vx v8, v8, high
.endm

/* void nook_max_rvv(const nook_pool_rvv* job, int8_t* y) */
function nook_max_rvv
  load_window
.Lmax_vector:
  vsetvli vector, left, all_bytes
  lw   rows, pool_rvv_rows(job)
  mv   pixel, first
  mv   columns, width
  vmv.v.x v8, low
.Lmax_pixel:
  vle8.v v16, (pixel)
  vmax.vv v8, v8, v16
  next_pixel .Lmax_pixel
  vmin.vx v8, v8, high
  vse8.v v8, (y)
  next_vector .Lmax_vector
  ret
endfunction

/* void nook_average_rvv(const nook_pool_rvv* job, int8_t* y) */
function nook_average_rvv
  load_window
.Laverage_vector:
  vsetvli vector, left, their_sums
  lw   rows, pool_rvv_rows(job)
  mv   pixel, first
  mv   columns, width
  vmv.v.i v8, 0
  vsetvli zero, zero, half_the_bytes
.Laverage_pixel:
  vle8.v v16, (pixel)
  vwadd.wv v8, v8, v16
  next_pixel .Laverage_pixel
  vsetvli zero, zero, their_sums
  lw   columns, pool_rvv_count(job)
  srli rows, columns, 1
  divide columns, rows
  vsetvli zero, zero, half_the_bytes
  vnsrl.wi v8, v8, 0
  vse8.v v8, (y)
  next_vector .Laverage_vector
  ret
endfunction

#define sums  a1
#define to    a2
#define count a5
#define half  a6
#define some  a7 /* elements of a vector */
#define at    t0

/* void nook_average_of_sums_rvv(const nook_pool_rvv* job, const int32_t* sums, int8_t* y) */
function nook_average_of_sums_rvv
  lw   left, pool_rvv_channels(job)
  lw   low, pool_rvv_low(job)
  lw   high, pool_rvv_high(job)
  lw   count, pool_rvv_count(job)
  srli half, count, 1
.Lvector_of_sums:
  vsetvli some, left, NOOK_HALFWORDS
  vle32.v v8, (sums)
  vnsrl.wi v8, v8, 0
  divide count, half
  vsetvli zero, zero, NOOK_BYTES
  vnsrl.wi v8, v8, 0
  vse8.v v8, (to)
  slli at, some, 2
  add  sums, sums, at
  add  to, to, some
  sub  left, left, some
  bnez left, .Lvector_of_sums
  ret
endfunction

#define begin a0 /* the first pixel, from the vector's first channel on */
#define pixels a1
#define step  a2
#define into  a3
#define adds  a4
#define more  a5 /* channels left */
#define input a6
#define counter t1

/* void nook_sum_pixels_rvv(const int8_t* first, int32_t width, int32_t channels, int32_t* sums,
 *                          int32_t adds) */
function nook_sum_pixels_rvv
  mv   more, step
.Lvector_of_pixels:
  vsetvli some, more, NOOK_WORDS
  vmv.v.i v8, 0
  beqz adds, .Lsum_of_pixels
  vle32.v v8, (into)
.Lsum_of_pixels:
  vsetvli zero, zero, NOOK_HALFWORDS
  mv   input, begin
  mv   counter, pixels
.Lone_of_pixels:
  vle8.v v6, (input)
  add  input, input, step
  vsext.vf2 v4, v6
  addi counter, counter, -1
  vwadd.wv v8, v8, v4
  bnez counter, .Lone_of_pixels
  vsetvli zero, zero, NOOK_WORDS
  vse32.v v8, (into)
  slli at, some, 2
  add  into, into, at
  add  begin, begin, some
  sub  more, more, some
  bnez more, .Lvector_of_pixels
  ret
endfunction
