/* nook_dw_4x4_f32_mve(job): see dw_4x4_f32_mve.h. In assembly, because compilers do not alternate loads,
 * products and sums, which need different units of the core. */
#include "nook/kernels/asm/float_helium.inc"
#include "nook/kernels/depthwise/dw_4x4_f32_offsets.inc"

/* Registers. The weights of a tap are in q0, the inputs of a pixel, then its products, in q1 to q3, and the
 * sums of each pixel in q4 to q7. */
x       .req r0
w       .req r1
tap     .req r2
taps    .req r3
outside .req r4
mask    .req r5
packed  .req r6  /* the packed weights of four channels */
step    .req r7  /* bytes from the inputs of a pixel to the next pixel's */
at_y    .req r8  /* bytes from y of the first tile, channel 0, to the outputs */
job     .req r9
at_x    .req r10 /* likewise for inputs */
tiles   .req r11 /* tiles left */
next_x  .req r12

.equ frame_channel, 0 /* bytes from channel 0 to the four */
.equ frame_bytes, 4

/* A tap of a pixel, unless the tap is outside for it. */
.macro unless_outside bit, sum
  tst    mask, #\bit
  bne.n  1f
  vldrw.32 q1, [x]
  vmul.f32 q1, q1, q0
  vadd.f32 \sum, \sum, q1
1:
  add    x, step
.endm

function nook_dw_4x4_f32_mve
  enter_frame frame_bytes, {d8-d15}
  mov    job, r0
  ldr    packed, [job, #dw_4x4_f32_weights]
  ldr    step, [job, #dw_4x4_f32_pixel_bytes]
  movs   r0, #0
  mov    at_y, r0
  forget_small r1

.Lfour_channels: /* next four channels, from at_y on */
  ldr    tiles, [job, #dw_4x4_f32_tiles]
  mov    at_x, at_y
  str    at_y, [sp, #frame_channel]
.Ltile: /* next four pixels */
  ldr    r0, [job, #dw_4x4_f32_first]
  ldrd   tap, taps, [job, #dw_4x4_f32_taps]
  ldr    outside, [job, #dw_4x4_f32_outside]
  vmov.i32 q4, #0
  add    w, packed, r0
  subs   taps, taps, tap
  vmov.i32 q5, #0
  lsr    taps, taps, #2
  vmov.i32 q6, #0
  cmp    outside, #0
  vmov.i32 q7, #0
  bne    .Ledge
  dls    lr, taps
.Ltap:
  ldr    x, [tap], #4
  vldrw.32 q0, [w], #16
  add    x, at_x
  add    next_x, x, step
  vldrw.32 q1, [x]
  add    x, next_x, step
  vmul.f32 q1, q1, q0
  vldrw.32 q2, [next_x]
  add    next_x, x, step
  vadd.f32 q4, q4, q1
  vmul.f32 q2, q2, q0
  vldrw.32 q3, [x]
  vadd.f32 q5, q5, q2
  vmul.f32 q3, q3, q0
  vldrw.32 q1, [next_x]
  vadd.f32 q6, q6, q3
  vmul.f32 q1, q1, q0
  vadd.f32 q7, q7, q1
  le     lr, .Ltap

.Lbiases:
  load_outputs job, dw_4x4_f32_y, dw_4x4_f32_range, packed
  vadd.f32 q7, q7, q0
  vdup.32 q1, r4
  vadd.f32 q6, q6, q0
  store_clamped q7, r3, at_y
  vadd.f32 q5, q5, q0
  store_clamped q6, r2, at_y
  vadd.f32 q4, q4, q0
  store_clamped q5, r1, at_y
  store_clamped q4, r0, at_y /* the first pixel last: others may replace it */
  ldr    r2, [job, #dw_4x4_f32_channel_bytes]
  add    at_x, at_x, step, lsl #2
  add    at_y, at_y, r2, lsl #2
  subs   tiles, #1
  bne    .Ltile
  /* The last four channels may overlap those before. */
  ldr    r3, [job, #dw_4x4_f32_tile_bytes]
  ldr    at_y, [sp, #frame_channel]
  add    packed, r3
  adds   at_y, #16
  cmp    at_y, r2
  bhs    .Lend
  subs   r2, #16
  cmp    at_y, r2
  it     hi
  movhi  at_y, r2
  b      .Lfour_channels
.Lend:
  get_small r0
  leave_frame frame_bytes, {d8-d15}

.Ledge: /* four pixels, for some of which some taps are outside */
  cmp    taps, #0
  beq    .Lbiases
  dls    lr, taps
.Ledge_tap:
  ldr    x, [tap], #4
  vldrw.32 q0, [w], #16
  ldrb   mask, [outside], #1
  add    x, at_x
  unless_outside 1, q4
  unless_outside 2, q5
  unless_outside 4, q6
  unless_outside 8, q7
  le     lr, .Ledge_tap
  b      .Lbiases
endfunction
