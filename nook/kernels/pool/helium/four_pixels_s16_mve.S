/* The functions of four_pixels_s16_mve.h. Predication ends a pixel. */
#include "nook/kernels/asm/helium.inc"

pixel0 .req r0
y      .req r1
left   .req r2 /* channels */
pixel1 .req r4
pixel2 .req r5
pixel3 .req r6

function nook_max_of_four_s16_mve
  push     {r4, r5, r6, lr}
  ldmia    r0, {pixel0, pixel1, pixel2, pixel3}
  vdup.16  q2, r3
  lsrs     r3, #16
  vdup.16  q3, r3
  dlstp.16 lr, left
.Llargest: /* next eight channels */
  vldrh.u16 q0, [pixel0], #16
  vldrh.u16 q1, [pixel1], #16
  vmax.s16 q0, q0, q2
  vmax.s16 q0, q0, q1
  vldrh.u16 q1, [pixel2], #16
  vmax.s16 q0, q0, q1
  vldrh.u16 q1, [pixel3], #16
  vmax.s16 q0, q0, q1
  vmin.s16 q0, q0, q3
  vstrh.16 q0, [y], #16
  letp     lr, .Llargest
  pop      {r4, r5, r6, pc}
endfunction

function nook_mean_of_four_s16_mve
  push     {r4, r5, r6, lr}
  ldmia    r0, {pixel0, pixel1, pixel2, pixel3}
  sxth     r12, r3
  vdup.32  q2, r12
  asrs     r3, #16
  vdup.32  q3, r3
  dlstp.32 lr, left
.Lmean: /* next four channels */
  vldrh.s32 q0, [pixel0], #8
  vldrh.s32 q1, [pixel1], #8
  vadd.i32 q0, q0, q1
  vldrh.s32 q1, [pixel2], #8
  vadd.i32 q0, q0, q1
  vldrh.s32 q1, [pixel3], #8
  vadd.i32 q0, q0, q1
  vshr.s32 q1, q0, #31 /* ties away from zero: negative sums are one less */
  vadd.i32 q0, q0, q1
  vrshr.s32 q0, q0, #2
  clamp    q0, q2, q3
  vstrh.32 q0, [y], #8
  letp     lr, .Lmean
  pop      {r4, r5, r6, pc}
endfunction
