/* SOFTMAX of bytes with vectors. */
#include "nook/kernels/asm/rvv.inc"
#include "nook/kernels/elementwise/rvv/softmax_rvv_offsets.inc"

#define job        a0
#define y          a1
#define from       a2
#define left       a3
#define count      a4 /* elements of a vector */
#define multiplier a5
#define shift      a6
#define least      a7
#define most       t0
#define inverse    t1
#define right      t2
#define mask       t3 /* the bits of an exponent below a quarter */
#define quarter    t4
#define eighth     t5 /* exp(-1/8) */
#define temp       t6
#define sum        t1
#define few        t2 /* elements whose sum fits a word */

#define NOOK_KEPT_WORDS e32, m8, ta, mu /* words that a mask leaves alone */

.macro load_powers
  lw   from, softmax_rvv_job_x(job)
  lw   left, softmax_rvv_job_count(job)
  lw   multiplier, softmax_rvv_job_multiplier(job)
  lw   shift, softmax_rvv_job_shift(job)
  lw   least, softmax_rvv_job_least(job)
  lw   most, softmax_rvv_job_most(job)
  li   quarter, 1 << 24
  addi mask, quarter, -1
  li   eighth, 1895147668
  round_ties_up
.endm

/* group = the differences of the bytes from `most`. */
.macro load_differences group, last
  vle8.v \last, (from)
  vsext.vf4 \group, \last
  vsub.vx \group, \group, most
.endm

/* group = the distance of the exponents in v24 below a multiple of a quarter, plus 1/8, in Q0.31 */
.macro around_eighth group
  vand.vx \group, v24, mask
  vsub.vx \group, \group, quarter
  vsll.vi \group, \group, 5
  li   temp, 1 << 28
  vadd.vx \group, \group, temp
.endm

/* Multiplies v8 by `factor` where bit 31 - `left` of v24 is set. */
.macro power_of_bit left, factor
  vsll.vi v16, v24, \left
  vmslt.vx v0, v16, zero
  li   temp, \factor
  vsmul.vx v8, v8, temp, v0.t
.endm

/* v8 = the powers of the vector's elements. Changes all registers of vectors. */
.macro powers
  load_differences v24, v30
  vsll.vx v24, v24, shift
  vsmul.vx v24, v24, multiplier /* the exponents */
  around_eighth v8
  vsmul.vv v16, v8, v8
  vsmul.vv v0, v16, v8
  vsmul.vv v8, v16, v16
  vssra.vi v8, v8, 2
  vadd.vv v8, v8, v0
  li   temp, 715827883 /* a third */
  vsmul.vx v8, v8, temp
  vadd.vv v8, v8, v16
  vssra.vi v8, v8, 1
  around_eighth v16
  vadd.vv v8, v8, v16
  vsmul.vx v8, v8, eighth
  vsadd.vx v8, v8, eighth
  vor.vx v24, v24, mask
  vnot.v v24, v24 /* the exponents less that: the bits of the other factors, negated */
  power_of_bit 7, 1672461947
  power_of_bit 6, 1302514674
  power_of_bit 5, 790015084
  power_of_bit 4, 290630308
  power_of_bit 3, 39332535
  power_of_bit 2, 720401
  power_of_bit 1, 242
  vmslt.vx v0, v24, zero /* only of an exponent of 0 */
  li   temp, 0x7fffffff
  vmerge.vxm v8, v8, temp, v0
  load_differences v24, v30
  vmslt.vx v0, v24, least
  vmerge.vim v8, v8, 0, v0
.endm

/* int32_t nook_softmax_most_rvv(const nook_softmax_rvv_job* job) */
function nook_softmax_most_rvv
  lw   from, softmax_rvv_job_x(job)
  lw   left, softmax_rvv_job_count(job)
  li   most, -128
.Llargest:
  vsetvli count, left, e8, m8, ta, ma
  vle8.v v8, (from)
  add  from, from, count
  sub  left, left, count
  vmv.s.x v16, most
  vredmax.vs v16, v8, v16
  vmv.x.s most, v16
  bnez left, .Llargest
  mv   a0, most
  ret
endfunction

/* uint32_t nook_softmax_sum_rvv(const nook_softmax_rvv_job* job) */
function nook_softmax_sum_rvv
  load_powers
  li   sum, 0
  li   few, 4096
.Lterms:
  mv   temp, left
  bleu left, few, .Lfew
  mv   temp, few
.Lfew:
  vsetvli count, temp, NOOK_KEPT_WORDS
  powers
  vssra.vi v8, v8, 12
  vmv.s.x v16, zero
  vredsum.vs v16, v8, v16
  vmv.x.s temp, v16
  add  from, from, count
  sub  left, left, count
  add  sum, sum, temp
  bgeu sum, temp, .Lfits
  li   a0, -1
  ret
.Lfits:
  bnez left, .Lterms
  mv   a0, sum
  ret
endfunction

/* void nook_softmax_quotients_rvv(const nook_softmax_rvv_job* job, int8_t* y) */
function nook_softmax_quotients_rvv
  load_powers
  lw   inverse, softmax_rvv_job_inverse(job)
  lw   right, softmax_rvv_job_right(job)
.Lquotients:
  vsetvli count, left, NOOK_KEPT_WORDS
  powers
  vsmul.vx v8, v8, inverse
  vssra.vx v8, v8, right
  li   temp, 255
  vmin.vx v8, v8, temp
  addi temp, temp, -127
  vsub.vx v8, v8, temp
  vsetvli zero, zero, NOOK_HALFWORDS
  vnsrl.wi v8, v8, 0
  vsetvli zero, zero, NOOK_BYTES
  vnsrl.wi v8, v8, 0
  vse8.v v8, (y)
  add  from, from, count
  add  y, y, count
  sub  left, left, count
  bnez left, .Lquotients
  ret
endfunction
