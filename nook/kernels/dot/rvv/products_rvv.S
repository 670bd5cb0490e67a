/* Products of matrices of bytes with vectors, across columns. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/dot/rvv/products_rvv_offsets.inc"

#define job        a0
#define a_at       a1 /* the rows of a tile */
#define results    a2 /* results of the tile */
#define panel      a3 /* b, from the vector's first column on */
#define y          a4
#define left       a5 /* columns left of the tile */
#define count      a6 /* columns in a vector */
#define a_zero     a7
#define x0         t0 /* elements of the three rows */
#define x1         t1
#define x2         t2
#define element    t3
#define weights    t4 /* elements of b */
#define end        t5 /* elements of the depth that are left */
#define temp       t6
#define rows       s0 /* left */
#define columns    s1
#define depth      s2
#define a_row      s3
#define a_step     s4
#define b_column   s5
#define b_step     s6
#define b_zero     s7
#define y_zero     s8
#define multiplier s9
#define right      s10

#define frame_registers 0
#define frame_bytes     48
#define saved s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10

/* Vector registers: v6, v7 elements of b, v4 to v7 the same in halfwords; v8, v16, v24 sums. */

.macro of_row x, i, sum
  lb   element, \i(\x)
  sub  element, element, a_zero
  vwmacc.vx \sum, element, v4
.endm

/* The products of element `i` of each row with a vector of b. */
.macro one_element i, rows, strided
  .if \strided
  vlse8.v v6, (weights), b_column
  .else
  vle8.v v6, (weights)
  .endif
  add  weights, weights, b_step
  vsext.vf2 v4, v6
  vsub.vx v4, v4, b_zero
  of_row x0, \i, v8
  .if \rows > 1
  of_row x1, \i, v16
  .endif
  .if \rows > 2
  of_row x2, \i, v24
  .endif
.endm

.macro advance distance, rows
  add  x0, x0, \distance
  .if \rows > 1
  add  x1, x1, \distance
  .endif
  .if \rows > 2
  add  x2, x2, \distance
  .endif
.endm

/* Computes a tile of rows. */
.macro tile rows, strided, sums:vararg
  mv   left, columns
  lw   panel, products_rvv_job_b(job)
  mv   y, results
.Lvector\@:
  vsetvli count, left, NOOK_WORDS
  .irp sum, \sums
  vmv.v.i \sum, 0
  .endr
  vsetvli zero, zero, NOOK_HALFWORDS
  mv   weights, panel
  mv   x0, a_at
  .if \rows > 1
  add  x1, x0, a_row
  .endif
  .if \rows > 2
  add  x2, x1, a_row
  .endif
  mv   end, depth
  addi temp, a_step, -1
  bnez temp, .Lone\@
  addi end, end, -4
  bltz end, .Lrest\@
.Lfour\@:
  one_element 0, \rows, \strided
  one_element 1, \rows, \strided
  one_element 2, \rows, \strided
  one_element 3, \rows, \strided
  advance 4, \rows
  addi end, end, -4
  bgez end, .Lfour\@
.Lrest\@:
  addi end, end, 4
  beqz end, .Lsummed\@
.Lone\@:
  one_element 0, \rows, \strided
  advance a_step, \rows
  addi end, end, -1
  bnez end, .Lone\@
.Lsummed\@:
  mv   temp, y
  .irp sum, \sums
  vsetvli zero, zero, NOOK_WORDS
  rescale_alike \sum, v0, multiplier, right, y_zero
  vsetvli zero, zero, NOOK_BYTES
  vnclip.wi \sum, \sum, 0
  vse8.v \sum, (temp)
  add  temp, temp, columns
  .endr
  add  y, y, count
  .if \strided
  mul  temp, count, b_column
  add  panel, panel, temp
  .else
  add  panel, panel, count
  .endif
  sub  left, left, count
  bnez left, .Lvector\@
.endm

.macro products strided
  addi sp, sp, -frame_bytes
  each_word sw, sp, frame_registers, saved
  lw   a_at, products_rvv_job_a(job)
  lw   results, products_rvv_job_y(job)
  lw   rows, products_rvv_job_rows(job)
  lw   depth, products_rvv_job_depth(job)
  lw   columns, products_rvv_job_columns(job)
  lw   a_row, products_rvv_job_a_row(job)
  lw   a_step, products_rvv_job_a_step(job)
  lw   b_column, products_rvv_job_b_column(job)
  lw   b_step, products_rvv_job_b_step(job)
  lw   a_zero, products_rvv_job_a_zero(job)
  lw   b_zero, products_rvv_job_b_zero(job)
  lw   y_zero, products_rvv_job_y_zero(job)
  lw   multiplier, products_rvv_job_multiplier(job)
  lw   right, products_rvv_job_right(job)
  round_ties_up
.Ltile_of_three\@:
  addi rows, rows, -3
  bltz rows, .Lrows_left\@
  tile 3, \strided, v8, v16, v24
  add  a_at, a_at, a_row
  add  a_at, a_at, a_row
  add  a_at, a_at, a_row
  add  results, results, columns
  add  results, results, columns
  add  results, results, columns
  j    .Ltile_of_three\@
.Lrows_left\@:
  addi rows, rows, 2
  bltz rows, .Ldone\@
  bnez rows, .Ltile_of_two\@
  tile 1, \strided, v8
  j    .Ldone\@
.Ltile_of_two\@:
  tile 2, \strided, v8, v16
.Ldone\@:
  each_word lw, sp, frame_registers, saved
  addi sp, sp, frame_bytes
  ret
.endm

/* void nook_products_rvv(const nook_products_rvv_job* job) */
function nook_products_rvv
  products 0
endfunction

/* void nook_products_of_columns_rvv(const nook_products_rvv_job* job) */
function nook_products_of_columns_rvv
  products 1
endfunction
