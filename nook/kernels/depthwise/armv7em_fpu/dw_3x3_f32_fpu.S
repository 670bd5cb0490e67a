/* nook_dw_3x3_f32_fpu(job) and nook_dw_3x3s2_f32_fpu(job): see dw_3x3_f32_fpu.h. In assembly, because
 * compilers do not keep eighteen weights and eight sums in registers. */
#include "nook/kernels/asm/float_outputs.inc"
#include "nook/kernels/depthwise/armv7em_fpu/dw_3x3_f32_fpu_offsets.inc"

/* Registers. s0 to s17 are the weights of nine taps, two channels of each side by side; s18 to s25 the sums
 * of four pixels, s26 and s27 an input, s28 to s31 products. */
row0    .req r0
row1    .req r1
row2    .req r2
kind    .req r3
packed  .req r6  /* the packed weights of two channels */
flags   .req r7
y       .req r8
job     .req r9
channel .req r10 /* bytes from channel 0 to the two */
tiles   .req r11
step    .req r12 /* bytes from a pixel to the next */

.equ left, 1
.equ right, 2
.equ absent, 16

/* Adds the products of an input and a tap to the sums of a pixel, whose products are in t0 and t1. */
.macro multiply w0, w1, t0, t1
  vmul.f32 \t0, s26, s\w0
  vmul.f32 \t1, s27, s\w1
.endm
.macro add_to a, b, t0, t1
  vadd.f32 s\a, s\a, \t0
  vadd.f32 s\b, s\b, \t1
.endm
.macro one_product w0, w1, a, b
  multiply \w0, \w1, s28, s29
  add_to \a, \b, s28, s29
.endm
.macro two_products w0, w1, a, b, u0, u1, c, d
  multiply \w0, \w1, s28, s29
  multiply \u0, \u1, s30, s31
  add_to \a, \b, s28, s29
  add_to \c, \d, s30, s31
.endm
.macro load row
  vldmia \row, {s26, s27}
  add    \row, step
.endm
/* A column that is padding in some tiles. */
.macro unless flag, row, w0, w1, a, b
  tst    flags, #\flag
  bne.n  1f
  vldmia \row, {s26, s27}
  one_product \w0, \w1, \a, \b
1:
  add    \row, step
.endm

/* A row of four windows with a stride of 1 or 2, and its weights: s\w0 and s\w1 for its first tap, and so
 * on. */
.macro row_of_windows_1 row, w0, w1, w2, w3, w4, w5
  unless left, \row, \w0, \w1, 18, 19
  load   \row
  two_products \w2, \w3, 18, 19, \w0, \w1, 20, 21
  load   \row
  two_products \w4, \w5, 18, 19, \w2, \w3, 20, 21
  one_product \w0, \w1, 22, 23
  load   \row
  two_products \w4, \w5, 20, 21, \w2, \w3, 22, 23
  one_product \w0, \w1, 24, 25
  load   \row
  two_products \w4, \w5, 22, 23, \w2, \w3, 24, 25
  unless right, \row, \w4, \w5, 24, 25
.endm
.macro row_of_windows_2 row, w0, w1, w2, w3, w4, w5
  unless left, \row, \w0, \w1, 18, 19
  load   \row
  one_product \w2, \w3, 18, 19
  load   \row
  two_products \w4, \w5, 18, 19, \w0, \w1, 20, 21
  load   \row
  one_product \w2, \w3, 20, 21
  load   \row
  two_products \w4, \w5, 20, 21, \w0, \w1, 22, 23
  load   \row
  one_product \w2, \w3, 22, 23
  load   \row
  two_products \w4, \w5, 22, 23, \w0, \w1, 24, 25
  load   \row
  one_product \w2, \w3, 24, 25
  unless right, \row, \w4, \w5, 24, 25
.endm
.macro row_unless_absent stride, number, row, weights:vararg
  tst    flags, #absent << \number
  bne.w  .Labsent\@
  row_of_windows_\stride \row, \weights
.Labsent\@:
.endm

/* Clamps and stores the outputs of a pixel. */
.macro store_positive a, b
  vmov   r4, r5, \a, \b
  bic    r4, r4, r4, asr #31
  bic    r5, r5, r5, asr #31
  strd   r4, r5, [y]
  add    y, step
.endm
.macro store_from_zero a, b
  vmov   r4, r5, \a, \b
  bic    r4, r4, r4, asr #31
  bic    r5, r5, r5, asr #31
  at_most r4, lr
  at_most r5, lr
  strd   r4, r5, [y]
  add    y, step
.endm
.macro store a, b
  vstmia y, {\a, \b}
  add    y, step
.endm
.macro four_pixels do
  \do    s18, s19
  \do    s20, s21
  \do    s22, s23
  \do    s24, s25
.endm

/* The body of a function. */
.macro rows_of_tiles stride
  save_registers
  vpush  {s16-s31}
  mov    job, r0
  ldr    packed, [job, #dw_3x3_f32_weights]
  ldr    step, [job, #dw_3x3_f32_channel_bytes]
  ldr    kind, [job, #dw_3x3_f32_range]
  mov    channel, #0

.Lchannels_\stride: /* next two channels */
  ldmia  job, {row0, row1, row2}
  ldr    flags, [job, #dw_3x3_f32_flags]
  ldr    y, [job, #dw_3x3_f32_y]
  ldr    tiles, [job, #dw_3x3_f32_tiles]
  add    r4, packed, #8
  vldmia r4, {s0-s17}
  add    row0, channel
  add    row1, channel
  add    row2, channel
  add    y, channel
  cmp    tiles, #1
  beq.w  .Llast_\stride
.Ltile_\stride: /* next four pixels */
  movs   r4, #0
.irp sum, s18, s19, s20, s21, s22, s23, s24, s25
  vmov   \sum, r4
.endr
  row_unless_absent \stride, 0, row0, 0, 1, 2, 3, 4, 5
  row_unless_absent \stride, 1, row1, 6, 7, 8, 9, 10, 11
  row_unless_absent \stride, 2, row2, 12, 13, 14, 15, 16, 17
  vldmia packed, {s26, s27}
  add_to 18, 19, s26, s27
  add_to 20, 21, s26, s27
  add_to 22, 23, s26, s27
  add_to 24, 25, s26, s27
  sum_eight s28, s29, s30, s31, s18, s19, s20, s21, s22, s23, s24, s25
  unless_finite s28, r4, .Lclamp_\stride
  cmp    kind, #float_range_from_zero
  bhi.w  .Lclamp_\stride
  beq.w  .Lfrom_zero_\stride
  cmp    kind, #float_range_finite
  beq.w  .Lstore_\stride
  four_pixels store_positive
.Lnext_tile_\stride:
  subs   tiles, #1
  beq.n  .Lnext_channels_\stride
  ldr    r4, [job, #dw_3x3_f32_back]
  bic    flags, #left
  add    row0, r4
  add    row1, r4
  add    row2, r4
  cmp    tiles, #1
  bne.w  .Ltile_\stride
  ldr    r4, [job, #dw_3x3_f32_last_back]
  sub    y, r4
.if \stride == 2
  lsls   r4, #1
.endif
  sub    row0, r4
  sub    row1, r4
  sub    row2, r4
.Llast_\stride: /* the last tile */
  ldr    r4, [job, #dw_3x3_f32_right]
  orr    flags, r4
  b.w    .Ltile_\stride
.Lnext_channels_\stride: /* the last two may overlap those before */
  add    packed, #80
  add    channel, #8
  cmp    channel, step
  bhs.n  .Lend_\stride
  sub    r4, step, #8
  cmp    channel, r4
  it     hi
  movhi  channel, r4
  b.w    .Lchannels_\stride
.Lend_\stride:
  vpop   {s16-s31}
  restore_registers_and_return

.Lstore_\stride:
  four_pixels store
  b.w    .Lnext_tile_\stride
.Lfrom_zero_\stride:
  ldr    lr, [job, #dw_3x3_f32_range + 8]
  four_pixels store_from_zero
  b.w    .Lnext_tile_\stride
.Lclamp_\stride: /* the weights in s0 to s2 are loaded again */
  vldr   s1, [job, #dw_3x3_f32_range + 4]
  vldr   s2, [job, #dw_3x3_f32_range + 8]
  mov    r4, y
  four_pixels store
  movs   lr, #4
.Lclamp_pixel_\stride:
  movs   r5, #2
  clamp_in_memory r4, r5
  subs   r4, #8
  add    r4, step
  subs   lr, #1
  bne    .Lclamp_pixel_\stride
  add    r4, packed, #8
  vldmia r4, {s0-s2}
  b.w    .Lnext_tile_\stride
.endm

function nook_dw_3x3_f32_fpu
  rows_of_tiles 1
endfunction

function nook_dw_3x3s2_f32_fpu
  rows_of_tiles 2
endfunction
