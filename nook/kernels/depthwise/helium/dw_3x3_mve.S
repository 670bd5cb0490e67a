/* Depthwise 3x3 for Helium; dw_3x3_mve.h describes the job, the packed weights and the words of a column. In
 * assembly, because compilers run out of registers. */
#include "nook/kernels/asm/helium.inc"
#include "nook/kernels/depthwise/helium/dw_3x3_mve_offsets.inc"

job      .req r9
packed   .req r3  /* the packed weights */
y0       .req r1  /* outputs of the first pixel, */
y1       .req r5  /* outputs of the second pixel */
ties     .req r7  /* 0, or 1: the factor by which negative ties are moved away from zero */
zero     .req r11
pixels   .req r12 /* pixels left in the row */
next     .req r4  /* distance from the end of the last four channels to y of the pixel after the next */
rest     .req r6  /* channels after the last whole four */

sums0    .req q0  /* sums of four channels of the first pixel, */
sums1    .req q1  /* and of the second */
weights  .req q2  /* weights, or biases, multipliers, powers */
window   .req q3
words0   .req q4  /* addresses of the three columns under the first pixel and of zeros, minus 4 bytes; */
words1   .req q5  /* likewise under the second pixel */
low      .req q6
high     .req q7

/* Registers while columns are gathered. */
channels .req r0  /* channels of a tile with fewer than 16; otherwise 0 */
row0     .req r2  /* addresses of a column in the three rows */
row1     .req r3
row2     .req r4
step0    .req r5  /* step to the next column; 0 in a row of padding */
step1    .req r6
step2    .req r8
words    .req r10 /* destination of the words of the column */

.equ frame_rows, 0   /* the first column of each row, for the next tile */
.equ frame_bytes, 12

/* Loads the weights of one channel; the next bytes are loaded, too, but are multiplied by zeros. */
.macro weights_s8 half
  vldrb.8    weights, [packed], #12
.endm
/* Likewise of 4 bits, which two channels share: the `low` halves of bytes, and then the `high` ones. */
.macro weights_s4 half
.ifc \half, low
  vldrb.8    weights, [packed]
  vshl.i8    weights, weights, #4
.else
  vldrb.8    weights, [packed], #12
.endif
  vshr.s8    weights, weights, #4
.endm

/* sum: the products of a channel's filter with its window. vmladav writes only even registers. */
.macro one_window type, half, sum
  weights_\type \half
  vldrw.u32  window, [words0, #4]!
  vmladav.s8 \sum, weights, window
.endm
.macro two_windows type, half, first, second
  one_window \type, \half, \first
  vldrw.u32  window, [words1, #4]!
  vmladav.s8 \second, weights, window
.endm

/* Computes four channels of two pixels in sums0 and sums1. The last sums reuse the registers of the first. */
.macro four_of_two type, ties_count
  two_windows \type, low, r0, r2
  two_windows \type, high, r4, r6
  two_windows \type, low, r8, r10
  vmov       sums0[2], sums0[0], r0, r8
  vmov       sums1[2], sums1[0], r2, r10
  two_windows \type, high, r0, r2
  vmov       sums0[3], sums0[1], r4, r0
  vmov       sums1[3], sums1[1], r6, r2
  vldrw.32   weights, [packed], #16
  vadd.i32   sums0, sums0, weights
  vadd.i32   sums1, sums1, weights
  vldrw.32   weights, [packed], #16
  vqrdmulh.s32 sums0, sums0, weights
  vqrdmulh.s32 sums1, sums1, weights
  vldrw.32   weights, [packed], #16
.if \ties_count
  less_one_if_negative sums0, ties
  less_one_if_negative sums1, ties
.endif
  vqrdmlash.s32 sums0, weights, zero
  vqrdmlash.s32 sums1, weights, zero
  clamp      sums0, low, high
  clamp      sums1, low, high
.endm

/* Computes four channels of one pixel in sums0. */
.macro four_of_one type
  one_window \type, low, r0
  one_window \type, high, r2
  one_window \type, low, r4
  one_window \type, high, r6
  vmov       sums0[2], sums0[0], r0, r4
  vmov       sums0[3], sums0[1], r2, r6
  vldrw.32   weights, [packed], #16
  vadd.i32   sums0, sums0, weights
  vldrw.32   weights, [packed], #16
  vqrdmulh.s32 sums0, sums0, weights
  vldrw.32   weights, [packed], #16
  less_one_if_negative sums0, ties
  vqrdmlash.s32 sums0, weights, zero
  clamp      sums0, low, high
.endm

/* Interleaves sixteen channels of a column: one byte of each row, in q0 to q2, and an arbitrary byte form a
 * word. */
.macro load_rows
  vldrb.8    q0, [row0]
  vldrb.8    q1, [row1]
  vldrb.8    q2, [row2]
.endm
.macro load_rows_masked
  vpsttt
  vldrbt.8   q0, [row0]
  vldrbt.8   q1, [row1]
  vldrbt.8   q2, [row2]
.endm
.macro next_column
  add        row0, step0
  add        row1, step1
  add        row2, step2
.endm
.macro store_words
  vst40.8    {q0, q1, q2, q3}, [words]
  vst41.8    {q0, q1, q2, q3}, [words]
  vst42.8    {q0, q1, q2, q3}, [words]
  vst43.8    {q0, q1, q2, q3}, [words]!
.endm

/* Advances the windows of two pixels and their outputs, and continues at `loop` if there are two more. */
.macro next_two_pixels loop, step
  vldrw.32   window, [job, #dw_3x3_mve_next_words]
  vadd.i32   words0, words0, window
  vadd.i32   words1, words1, window
  add        y0, \step
  add        y1, \step
  subs       pixels, #2
  bge        \loop
.endm

.macro dw_3x3 type
  enter_frame frame_bytes, {d8, d9, d10, d11, d12, d13, d14, d15}
  mov        job, r0
  ldrd       r2, r3, [job, #dw_3x3_mve_low]
  ldrd       ties, zero, [job, #dw_3x3_mve_ties]
  vdup.32    low, r2
  vdup.32    high, r3
  add        r1, job, #dw_3x3_mve_first
  ldmia      r1, {r0, row0, row1, row2, step0, step1, step2, words, pixels, lr} /* lr: number of columns */
  mla        row0, step0, r0, row0
  mla        row1, step1, r0, row1
  mla        row2, step2, r0, row2
  ldrd       r1, channels, [job, #dw_3x3_mve_run]
  cbnz       r1, .Lrun\@
  stmia      sp, {row0, row1, row2}

.Ltile\@:
  cbnz       channels, .Lfew_channels\@
  wls        lr, lr, .Lpad\@
.Lcolumn\@:
  load_rows
  next_column
  store_words
  le         lr, .Lcolumn\@
  b          .Lpad\@
.Lfew_channels\@:
  vctp.8     channels
  wls        lr, lr, .Lpad\@
.Lmasked_column\@:
  load_rows_masked
  next_column
  store_words
  le         lr, .Lmasked_column\@
  b          .Lpad\@

  /* All columns as one run of bytes: r1 channels per column. */
.Lrun\@:
  mul        r0, r1, lr
  and        r1, step0, step1
  ands       r1, step2
  and        r1, r0, #15
  lsr        lr, r0, #4
  beq        .Lrun_with_padding\@
  wls        lr, lr, .Lrun_rest\@
.Lsixteen_bytes\@:
  vldrb.8    q0, [row0], #16
  vldrb.8    q1, [row1], #16
  vldrb.8    q2, [row2], #16
  store_words
  le         lr, .Lsixteen_bytes\@
  b          .Lrun_rest\@
.Lrun_with_padding\@: /* the addresses of rows of padding do not advance */
  movs       r0, #16
  cmp        step0, #0
  csel       step0, r0, step0, ne
  cmp        step1, #0
  csel       step1, r0, step1, ne
  cmp        step2, #0
  csel       step2, r0, step2, ne
  wls        lr, lr, .Lrun_rest\@
.Lsixteen_stepped\@:
  load_rows
  next_column
  store_words
  le         lr, .Lsixteen_stepped\@
.Lrun_rest\@:
  cbz        r1, .Lpad\@
  vctp.8     r1
  load_rows_masked
  store_words

.Lpad\@:
  add        r1, job, #dw_3x3_mve_after
  ldmia      r1, {r2, r3, r4} /* after, end, in_zero */
  cmp        r2, r3
  blo        .Lpadding\@
.Lpixels\@:
  ldrd       y1, y0, [job, #dw_3x3_mve_y_step]
  vldrw.32   words0, [job, #dw_3x3_mve_first_words]
  vldrw.32   words1, [job, #dw_3x3_mve_second_words]
  add        y1, y0
  ldrd       next, rest, [job, #dw_3x3_mve_y_on]
  subs       pixels, #2
  blt        .Llast_pixel\@
  orrs       r0, rest, ties
  bne        .Ltwo_exact\@

  /* Two pixels whose channels are whole fours and whose negative ties have no effect. `ties` is 0 and serves
   * as `next` meanwhile. */
  mov        r7, next
.Ltwo_pixels\@:
  ldrd       lr, packed, [job, #dw_3x3_mve_fours]
.Ltwo_fours\@:
  four_of_two \type, 0
  vstrb.32   sums0, [y0], #4
  vstrb.32   sums1, [y1], #4
  le         lr, .Ltwo_fours\@
  next_two_pixels .Ltwo_pixels\@, r7
  movs       ties, #0

.Llast_pixel\@:
  adds       pixels, #1
  beq        .Lone_pixel\@
.Lend_of_tile\@:
  ldr        r2, [job, #dw_3x3_mve_tiles]
  subs       r2, #1
  bne        .Lnext_tile\@
  leave_frame frame_bytes, {d8, d9, d10, d11, d12, d13, d14, d15}

.Lpadding\@: /* writes the byte in r4 from r2 to r3 */
  vdup.8     q0, r4
  sub        r3, r2
  dlstp.8    lr, r3
.Lsixteen_padding\@:
  vstrb.8    q0, [r2], #16
  letp       lr, .Lsixteen_padding\@
  b          .Lpixels\@

  /* Two pixels, with any channels and ties. */
.Ltwo_exact\@:
  ldrd       r4, packed, [job, #dw_3x3_mve_fours]
  wls        lr, r4, .Ltwo_rest\@
.Ltwo_exact_fours\@:
  four_of_two \type, 1
  vstrb.32   sums0, [y0], #4
  vstrb.32   sums1, [y1], #4
  le         lr, .Ltwo_exact_fours\@
.Ltwo_rest\@:
  ldrd       next, rest, [job, #dw_3x3_mve_y_on]
  cmp        rest, #0
  beq        .Ltwo_next\@
  vctp.32    rest
  four_of_two \type, 1
  vpstt
  vstrbt.32  sums0, [y0]
  vstrbt.32  sums1, [y1]
  ldr        next, [job, #dw_3x3_mve_y_on]
.Ltwo_next\@:
  next_two_pixels .Ltwo_exact\@, next
  adds       pixels, #1
  bne        .Lend_of_tile\@

.Lone_pixel\@:
  ldrd       r4, packed, [job, #dw_3x3_mve_fours]
  wls        lr, r4, .Lone_rest\@
.Lone_fours\@:
  four_of_one \type
  vstrb.32   sums0, [y0], #4
  le         lr, .Lone_fours\@
.Lone_rest\@:
  ldr        rest, [job, #dw_3x3_mve_rest]
  cmp        rest, #0
  beq        .Lend_of_tile\@
  vctp.32    rest
  four_of_one \type
  vpst
  vstrbt.32  sums0, [y0]
  b          .Lend_of_tile\@

.Lnext_tile\@: /* r2 tiles left */
  str        r2, [job, #dw_3x3_mve_tiles]
  str        packed, [job, #dw_3x3_mve_weights]
  ldr        r2, [job, #dw_3x3_mve_y]
  adds       r2, #16
  str        r2, [job, #dw_3x3_mve_y]
  ldmia      sp, {row0, row1, row2}
  adds       row0, #16
  adds       row1, #16
  adds       row2, #16
  stmia      sp, {row0, row1, row2}
  add        r1, job, #dw_3x3_mve_where + 12
  ldmia      r1, {step0, step1, step2, words, pixels, lr}
  movs       channels, #0
  b          .Ltile\@
.endm

/* void nook_dw_3x3_mve_run(nook_dw_3x3_mve* job) */
function nook_dw_3x3_mve_run
  dw_3x3 s8
endfunction

/* void nook_dw_3x3_s4_mve_run(nook_dw_3x3_mve* job) */
function nook_dw_3x3_s4_mve_run
  dw_3x3 s4
endfunction
