/* nook_average_pool_f32_fpu(job, x, y): see average_f32_fpu.h. A division takes 14 cycles; a product with
 * the reciprocal of a power of two is the same number. In assembly, because compilers load one float at a
 * time. */
#include "nook/kernels/asm/float_pool.inc"

.macro begin_window lanes
  mov    r12, #0
  mov    left, width
.irp sum, s0, s1, s2, s3
  vmov   \sum, r12
.endr
.if \lanes == 8
.irp sum, s4, s5, s6, s7
  vmov   \sum, r12
.endr
.endif
.endm
.macro next_pixel sum, x
  vadd.f32 \sum, \sum, \x
.endm
.macro scale_result sum, other
  vmul.f32 \sum, \sum, s8
.endm
.macro divide_result sum, other
  vdiv.f32 \sum, \sum, s8
.endm
.macro end_window lanes
  ldr    r12, [job, #pool_f32_pixel_factor]
  cmp    r12, #0
  beq.n  .Ldivide_\lanes
  vmov   s8, r12
  each_lane \lanes, scale_result
  b.n    .Lmeans_\lanes
.Ldivide_\lanes:
  vldr   s8, [job, #pool_f32_pixel_count]
  each_lane \lanes, divide_result
.Lmeans_\lanes:
.endm
.macro not_finite lanes
.endm

function nook_average_pool_f32_fpu
  channels_of_pixel
endfunction
