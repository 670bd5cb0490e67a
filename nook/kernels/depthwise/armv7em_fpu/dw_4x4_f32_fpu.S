/* nook_dw_4x4_f32_fpu(job): see dw_4x4_f32.h. In assembly, because compilers load one float at a time. */
#include "nook/kernels/asm/float_outputs.inc"
#include "nook/kernels/depthwise/dw_4x4_f32_offsets.inc"

/* Registers. Sums are in s0 to s15, four channels of a pixel side by side; the weights of a tap are in s16 to
 * s19, inputs of two pixels in s20 to s27, products in s28 to s31. */
x       .req r0
w       .req r1
tap     .req r2
end     .req r3
outside .req r4
step    .req r7  /* bytes from the inputs of a pixel to the next pixel, less the bytes of four channels */
at_y    .req r8  /* bytes from y of the first tile, channel 0, to the outputs */
job     .req r9
at_x    .req r10 /* likewise for inputs */
packed  .req r11 /* the packed weights of four channels */

.equ frame_tiles, 0
.equ frame_channel, 4 /* bytes from channel 0 to the four */
.equ frame_bytes, 8

.macro multiply a, b, c, d, x0, x1, x2, x3
  vmul.f32 \a, \x0, s16
  vmul.f32 \b, \x1, s17
  vmul.f32 \c, \x2, s18
  vmul.f32 \d, \x3, s19
.endm
/* The products of four channels of a pixel, added to the sums. */
.macro add_products a, b, c, d, x0, x1, x2, x3
  multiply s28, s29, s30, s31, \x0, \x1, \x2, \x3
  add_four \a, \b, \c, \d, s28, s29, s30, s31
.endm
/* A tap of four pixels, all inside. */
.macro tap_inside do
  vldmia w!, {s16-s19}
  ldr    x, [tap], #4
  add    x, at_x
  vldmia x!, {s20-s23}
  add    x, step
  \do    s0, s1, s2, s3, s20, s21, s22, s23
  vldmia x!, {s24-s27}
  add    x, step
  \do    s4, s5, s6, s7, s24, s25, s26, s27
  vldmia x!, {s20-s23}
  add    x, step
  \do    s8, s9, s10, s11, s20, s21, s22, s23
  vldmia x, {s24-s27}
  \do    s12, s13, s14, s15, s24, s25, s26, s27
.endm
/* A tap of a pixel, unless the tap is outside for it. */
.macro unless_outside bit, a, b, c, d
  tst    r5, #\bit
  bne.n  1f
  vldmia x, {s20-s23}
  add_products \a, \b, \c, \d, s20, s21, s22, s23
1:
  add    x, r6
.endm

function nook_dw_4x4_f32_fpu
  enter_frame frame_bytes, {s16-s31}
  mov    job, r0
  ldr    packed, [job, #dw_4x4_f32_weights]
  ldr    step, [job, #dw_4x4_f32_pixel_bytes]
  movs   at_y, #0
  subs   step, #16

.Lfour_channels: /* next four channels, from at_y on */
  ldr    r0, [job, #dw_4x4_f32_tiles]
  mov    at_x, at_y
  strd   r0, at_y, [sp, #frame_tiles]
.Ltile: /* next four pixels */
  ldr    r0, [job, #dw_4x4_f32_first]
  ldrd   tap, end, [job, #dw_4x4_f32_taps]
  ldr    outside, [job, #dw_4x4_f32_outside]
  add    w, packed, r0
  cmp    outside, #0
  bne.w  .Ledge
  tap_inside multiply /* as if added to +0: a sum is -0 only until a bias is added */
  cmp    tap, end
  beq.w  .Lbiases
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Ltap:
  tap_inside add_products
  cmp    tap, end
  bne.w  .Ltap

.Lbiases:
  vldmia packed, {s16-s19}
  finish_sixteen job, dw_4x4_f32_y, at_y, dw_4x4_f32_range
  ldrd   r0, r1, [sp, #frame_tiles]
  ldr    r2, [job, #dw_4x4_f32_channel_bytes]
  subs   r0, #1
  add    r3, step, #16
  add    at_x, at_x, r3, lsl #2
  add    at_y, at_y, r2, lsl #2
  str    r0, [sp, #frame_tiles]
  bne.w  .Ltile
  /* The last four channels may overlap those before. */
  ldr    r3, [job, #dw_4x4_f32_tile_bytes]
  add    at_y, r1, #16
  cmp    at_y, r2
  bhs    .Lend
  sub    r2, #16
  cmp    at_y, r2
  it     hi
  movhi  at_y, r2
  add    packed, r3
  b.w    .Lfour_channels
.Lend:
  leave_frame frame_bytes, {s16-s31}

.Ledge: /* four pixels, for some of which some taps are outside */
  movs   r0, #0
.irp sum, s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, s10, s11, s12, s13, s14, s15
  vmov   \sum, r0
.endr
  add    r6, step, #16
  cmp    tap, end
  beq.w  .Lbiases
.Ledge_tap:
  vldmia w!, {s16-s19}
  ldr    x, [tap], #4
  ldrb   r5, [outside], #1
  add    x, at_x
  unless_outside 1, s0, s1, s2, s3
  unless_outside 2, s4, s5, s6, s7
  unless_outside 4, s8, s9, s10, s11
  unless_outside 8, s12, s13, s14, s15
  cmp    tap, end
  bne.w  .Ledge_tap
  b.w    .Lbiases
endfunction
