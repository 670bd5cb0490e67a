/* nook_average_pool_f32_mve(job, x, y): see average_f32_mve.h. There is no division of vectors, and
 * one of the FPU takes 14 cycles; a product with the reciprocal of a power of two is the same number. */
#include "nook/kernels/asm/float_pool_mve.inc"

.macro begin_window
  vmov.i32 q0, #0
  vmov.i32 q1, #0
.endm
.macro next_pixel result, x
  vadd.f32 \result, \result, \x
.endm
.macro divide_four a, b, c, d
  vdiv.f32 \a, \a, s8
  vdiv.f32 \b, \b, s8
  vdiv.f32 \c, \c, s8
  vdiv.f32 \d, \d, s8
.endm
.macro end_window vectors
  ldr    r12, [job, #pool_f32_pixel_factor]
  cmp    r12, #0
  beq    .Ldivide_\vectors
  vmul.f32 q0, q0, r12
.if \vectors == 2
  vmul.f32 q1, q1, r12
.endif
  b      .Lmeans_\vectors
.Ldivide_\vectors:
  vldr   s8, [job, #pool_f32_pixel_count]
  divide_four s0, s1, s2, s3
.if \vectors == 2
  divide_four s4, s5, s6, s7
.endif
.Lmeans_\vectors:
.endm

function nook_average_pool_f32_mve
  channels_of_pixel
endfunction
