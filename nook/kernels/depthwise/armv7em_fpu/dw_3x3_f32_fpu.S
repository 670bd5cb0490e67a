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

.equ left, 1 /* the flag of the last column, 2, is shifted into the carry */
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
/* The first products of a row: in the first row they are the sums, as if added to +0. A sum is -0 only until
 * the bias is added, which is not -0. */
.macro begin_first w0, w1, a, b
  vmul.f32 s\a, s26, s\w0
  vmul.f32 s\b, s27, s\w1
.endm
.macro begin_next w0, w1, a, b
  one_product \w0, \w1, \a, \b
.endm

/* Columns that are padding in some tiles: the condition `mi` says so for the first one, `cs` for the last. No
 * instruction of a row changes the conditions. */
.macro first_column rank, row, w0, w1
  bmi.n  .Loutside\@
  vldmia \row, {s26, s27}
  begin_\rank \w0, \w1, 18, 19
.Loutside\@:
  add    \row, step
.endm
.macro last_column row, w0, w1
  bcs.n  .Loutside\@
  vldmia \row, {s26, s27}
  one_product \w0, \w1, 24, 25
.Loutside\@:
  add    \row, step
.endm

/* A row of four windows with a stride of 1 or 2, and its weights: s\w0 and s\w1 for its first tap, and so
 * on. `rank` is the first or a next row. */
.macro row_of_windows_1 rank, row, w0, w1, w2, w3, w4, w5
  first_column \rank, \row, \w0, \w1
  load   \row
  one_product \w2, \w3, 18, 19
  begin_\rank \w0, \w1, 20, 21
  load   \row
  two_products \w4, \w5, 18, 19, \w2, \w3, 20, 21
  begin_\rank \w0, \w1, 22, 23
  load   \row
  two_products \w4, \w5, 20, 21, \w2, \w3, 22, 23
  begin_\rank \w0, \w1, 24, 25
  load   \row
  two_products \w4, \w5, 22, 23, \w2, \w3, 24, 25
  last_column \row, \w4, \w5
.endm
/* The second and the third column of a window. */
.macro two_columns row, w2, w3, w4, w5, a, b
  load   \row
  one_product \w2, \w3, \a, \b
  load   \row
  one_product \w4, \w5, \a, \b
.endm
.macro row_of_windows_2 rank, row, w0, w1, w2, w3, w4, w5
  first_column \rank, \row, \w0, \w1
  two_columns \row, \w2, \w3, \w4, \w5, 18, 19
  begin_\rank \w0, \w1, 20, 21
  two_columns \row, \w2, \w3, \w4, \w5, 20, 21
  begin_\rank \w0, \w1, 22, 23
  two_columns \row, \w2, \w3, \w4, \w5, 22, 23
  begin_\rank \w0, \w1, 24, 25
  load   \row
  one_product \w2, \w3, 24, 25
  last_column \row, \w4, \w5
.endm
.macro conditions_unless_absent number, label
  tst    flags, #absent << \number
  bne.w  \label
  lsls   r4, flags, #31 /* mi: left, cs: right */
.endm
.macro next_row stride, number, row, weights:vararg
  conditions_unless_absent \number, .Labsent\@
  row_of_windows_\stride next, \row, \weights
.Labsent\@:
.endm

/* Clamps and stores the outputs of a pixel. */
.macro store_positive a, b
  vmov   r4, r5, \a, \b
  bic    r4, r4, r4, asr #31
  bic    r5, r5, r5, asr #31
  str    r4, [y]
  str    r5, [y, #4]
  add    y, step
.endm
.macro store_from_zero a, b
  vmov   r4, r5, \a, \b
  bic    r4, r4, r4, asr #31
  bic    r5, r5, r5, asr #31
  at_most r4, lr
  at_most r5, lr
  str    r4, [y]
  str    r5, [y, #4]
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
  save_registers {s16-s31}
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
  conditions_unless_absent 0, .Lzeros_\stride
  bmi.w  .Lleft_\stride
.Lfirst_row_\stride:
  row_of_windows_\stride first, row0, 0, 1, 2, 3, 4, 5
.Lfirst_done_\stride:
  next_row \stride, 1, row1, 6, 7, 8, 9, 10, 11
  next_row \stride, 2, row2, 12, 13, 14, 15, 16, 17
  vldmia packed, {s26, s27}
  add_to 18, 19, s26, s27
  add_to 20, 21, s26, s27
  add_to 22, 23, s26, s27
  add_to 24, 25, s26, s27
  sum_eight s28, s29, s30, s31, s18, s19, s20, s21, s22, s23, s24, s25
  unless_finite s28, r4, .Lclamp_\stride
  cmp    kind, #float_range_positive
  bhi.w  .Lfrom_zero_\stride
  blo.w  .Lstore_\stride
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
  restore_registers_and_return {s16-s31}

.Lzeros_\stride: /* the first row is padding */
  movs   r4, #0
.irp sum, s18, s19, s20, s21, s22, s23, s24, s25
  vmov   \sum, r4
.endr
  b.w    .Lfirst_done_\stride
.Lleft_\stride: /* the first column is padding */
  mov    r4, #0 /* movs would change the conditions */
  vmov   s18, r4
  vmov   s19, r4
  b.w    .Lfirst_row_\stride
.Lstore_\stride:
  four_pixels store
  b.w    .Lnext_tile_\stride
.Lfrom_zero_\stride:
  cmp    kind, #float_range_from_zero
  bne.w  .Lclamp_\stride
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
