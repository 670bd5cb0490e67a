/* nook_max_pool_f32_mve(job, x, y): see max_f32_mve.h. */
#include "nook/kernels/asm/float_pool_mve.inc"

.macro begin_window
  mvn    r12, #0x00800000 /* the lowest float */
  vdup.32 q0, r12
  vdup.32 q1, r12
.endm
.macro next_pixel result, x
  vpt.f32 gt, \x, \result
  vmovt  \result, \x
.endm
.macro end_window vectors
.endm

function nook_max_pool_f32_mve
  channels_of_pixel
endfunction
