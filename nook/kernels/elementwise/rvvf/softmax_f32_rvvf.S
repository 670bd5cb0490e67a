/* SOFTMAX of floats with vectors. */
#include "nook/kernels/asm/rvvf.inc"

#define row     a0
#define y       a1
#define all     a2 /* elements of the row */
#define beta_at a3
#define count   a3 /* elements of a vector */
#define left    a4
#define from    a5
#define to      a6
#define bytes   a7
#define temp    t0
#define zero_of_n t1 /* NOOK_EXP_ZERO */
#define bias    t2 /* the bias of an exponent */

#define most    fa0
#define beta    fa1
#define sum     fa2
#define low     fa3
#define high    fa4
#define by_ln2  fa5
#define magic   fa6 /* 1.5 * 2^23 */
#define ln2     fa7 /* its first 9 bits, and the rest */
#define less_ln2 ft0
#define q0      ft1
#define q1      ft2
#define q2      ft3
#define q3      ft4
#define q4      ft5
#define one     ft6

.macro begin_row
  mv   left, all
  mv   from, row
  mv   to, y
.endm

/* void nook_softmax_row_f32_rvvf(const float* x, float* y, int32_t count, const float* beta) */
function nook_softmax_row_f32_rvvf
  flw  beta, (beta_at)
  flw  most, (row)
  set_float low, 0xc2d00000, temp      /* -104 */
  set_float high, 0x42b20000, temp     /* 89 */
  set_float by_ln2, 0x3fb8aa3b, temp   /* 1.44269504 */
  set_float magic, 0x4b400000, zero_of_n
  set_float ln2, 0x3f318000, temp      /* 0.693359375 */
  set_float less_ln2, 0x395e8083, temp /* 2.12194440e-4 */
  set_float q0, 0x3ab52857, temp           /* 1.382122631e-03 */
  set_float q1, 0x3c091cbc, temp           /* 8.368667215e-03 */
  set_float q2, 0x3d2aac56, temp           /* 4.166825861e-02 */
  set_float q3, 0x3e2aaa49, temp           /* 1.666652113e-01 */
  set_float q4, 0x3efffffe, temp           /* 4.999999404e-01 */
  set_float one, 0x3f800000, temp
  fmv.w.x sum, zero
  li   bias, 127
  feq.s temp, most, most
  beqz temp, .Lhas_most /* the reference compares with the first number: nothing is above a NaN */
  begin_row
.Llargest:
  vsetvli count, left, NOOK_WORDS
  vle32.v v8, (from)
  slli bytes, count, 2
  add  from, from, bytes
  vfmv.s.f v16, most
  vfredmax.vs v16, v8, v16
  vfmv.f.s most, v16
  sub  left, left, count
  bnez left, .Llargest
.Lhas_most:
  begin_row
.Lpowers:
  vsetvli count, left, NOOK_WORDS
  vle32.v v8, (from)
  slli bytes, count, 2
  add  from, from, bytes
  vfsub.vf v8, v8, most
  vfmul.vf v8, v8, beta
  clamp_floats low, high, v8
  vfmul.vf v16, v8, by_ln2
  vfadd.vf v16, v16, magic /* n in the low bits */
  vfsub.vf v24, v16, magic
  vfmul.vf v0, v24, ln2
  vfsub.vv v8, v8, v0
  vfmul.vf v0, v24, less_ln2
  vfadd.vv v8, v8, v0
  vfmul.vf v24, v8, q0
  vfadd.vf v24, v24, q1
  .irp each, q2, q3, q4
  vfmul.vv v24, v24, v8
  vfadd.vf v24, v24, \each
  .endr
  vfmul.vv v0, v8, v8
  vfmul.vv v24, v24, v0
  vfadd.vv v24, v24, v8
  vfadd.vf v24, v24, one
  vsub.vx v16, v16, zero_of_n
  vsrl.vi v0, v16, 31 /* n / 2 rounds towards 0 */
  vadd.vv v0, v0, v16
  vsra.vi v0, v0, 1
  vsub.vv v16, v16, v0
  vadd.vx v0, v0, bias
  vsll.vi v0, v0, 23
  vadd.vx v16, v16, bias
  vsll.vi v16, v16, 23
  vfmul.vv v24, v24, v0
  vfmul.vv v24, v24, v16
  vse32.v v24, (to)
  add  to, to, bytes
  vfmv.s.f v8, sum
  vfredosum.vs v8, v24, v8
  vfmv.f.s sum, v8
  sub  left, left, count
  bnez left, .Lpowers
  fdiv.s sum, one, sum
  begin_row
.Lquotients:
  vsetvli count, left, NOOK_WORDS
  vle32.v v8, (to)
  slli bytes, count, 2
  vfmul.vf v8, v8, sum
  vse32.v v8, (to)
  add  to, to, bytes
  sub  left, left, count
  bnez left, .Lquotients
  ret
endfunction
