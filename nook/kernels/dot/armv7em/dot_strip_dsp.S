/* nook_dot_strip_dsp(job, packed): see dot_strip_dsp.h. */
#include "nook/kernels/asm/next_outputs.inc"
#include "nook/kernels/asm/tile_2x4.inc"
#include "nook/kernels/dot/armv7em/dot_strip_dsp_offsets.inc"

/* The frame. */
.equ frame_y, 0 /* y of the tile */
.equ frame_end, 4 /* y after the last tile */
.equ frame_weights, 8
.equ frame_sums, 12 /* the initial sums */
.equ frame_weights_end, 28
.equ frame_code, 32 /* address of the code for all but the first two inputs */
.equ frame_stride, 36 /* distance from y to y of the second pixel */
.equ frame_scales, 40 /* {multiplier, plus} of four outputs */
.equ frame_job, 72
.equ frame_code_of_one, 76 /* address of the code for a last single pixel */
.equ frame_bytes, 80

/* Four inputs of one pixel, as bytes. The last ones set the flags to whether there are more weights: that
 * load overlaps, and no later instruction changes the flags. */
.equ four_bytes_bytes, 64
.equ last_bytes_bytes, 68
.macro four_bytes last=0
  ldmia  packed!, {w0, w1, second0, second1}
  ldr    x, [inputs], #4
  .if \last
  ldr    second_x, [sp, #frame_weights_end]
  cmp    packed, second_x
  .endif
  sxtb16 second_x, x, ror #8
  sxtb16 x, x
  four_pairs_of_one
.endm

/* Loads {multiplier, plus} of outputs n and n + 1 to r2 to r5, with single loads, which overlap. */
.macro load_scales n
  ldr    r2, [sp, #frame_scales + 8 * \n]
  ldr    r3, [sp, #frame_scales + 8 * \n + 4]
  ldr    r4, [sp, #frame_scales + 8 * \n + 8]
  ldr    r5, [sp, #frame_scales + 8 * \n + 12]
.endm
/* Loads the initial sums of the first pixel. */
.macro load_sums
  ldr    first0, [sp, #frame_sums]
  ldr    first1, [sp, #frame_sums + 4]
  ldr    first2, [sp, #frame_sums + 8]
  ldr    first3, [sp, #frame_sums + 12]
.endm

/* `ldr pc` needs odd addresses. */
function nook_dot_strip_dsp
  enter_frame frame_bytes
  ldmia  r0, {r2, r3, r4, r5}
  subs   r6, r5, #8 /* after the first two inputs */
  ubfx   r6, r6, #3, #4
  mov    r7, #two_inputs_bytes
  adr.w  r8, 5f + 1
  ubfx   r9, r6, #1, #2 /* for one pixel, before the last four inputs */
  mls    r6, r6, r7, r8
  strd   r6, r3, [sp, #frame_code]
  mov    r7, #four_bytes_bytes
  adr.w  r8, 24f + 1
  mls    r9, r9, r7, r8
  str    r0, [sp, #frame_job]
  str    r9, [sp, #frame_code_of_one]
1: /* next four outputs: r0 the job, r1 their packed weights, r2 y */
  ldrd   r3, r5, [r0, #dot_strip_tiles] /* and the bytes of weights */
  ldmia  r1!, {r6, r7, r8, r9}
  add    r3, r2
  mov    r4, r1
  add    r5, r1
  str    r5, [sp, #frame_weights_end]
  stmia  sp, {r2, r3, r4, r6, r7, r8, r9}
  ldr    r0, [r0, #dot_strip_inputs]
  ldmia  r5, {r4, r5, r6, r7, r8, r9, r10, r11}
  add    r12, sp, #frame_scales
  stmia  r12, {r4, r5, r6, r7, r8, r9, r10, r11}
2: /* next tile */
  ldr    packed, [sp, #frame_weights]
  load_sums
  ldr    second_x, [inputs, #4] /* overlaps, unlike ldm */
  ldr    x, [inputs], #8
  ldmia  packed!, {w0, w1}
  first_pair w0, first0, first1, second0, second1
  first_pair w1, first2, first3, second2, second3
  steps_from_frame 16, two_inputs
  ldr    r2, [sp, #frame_weights_end]
  cmp    r1, r2
  bne.w  3b
  load_scales 0
  scale_sums first0, first1
  scale_sums second0, second1
  scale_sums first2, first3
  scale_sums second2, second3
  products first0, second0, r2, r3
  products first1, second1, r4, r5
  load_scales 2
  products first2, second2, r2, r3
  products first3, second3, r4, r5
  pack_outputs first0, first1, first2, first3
  pack_outputs second0, second1, second2, second3
  ldr    r2, [sp, #frame_stride]
  ldr    r1, [sp, #frame_y]
  ldr    r3, [sp, #frame_end]
  str    first0, [r1, #0]
  str    second0, [r1, r2]
  add    r1, r1, r2, lsl #1
  cmp    r1, r3
  str    r1, [sp, #frame_y]
  bne.w  2b
  ldr    r3, [sp, #frame_job]
  ldr    r0, [r3, #dot_strip_last]
  cmp    r0, #0
  beq.w  6f /* one pixel, whose inputs are bytes */
  ldr    r1, [sp, #frame_weights]
  load_sums
  ldr    pc, [sp, #frame_code_of_one]
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
23:
  .rept 3
  four_bytes
  .endr
24:
  four_bytes last=1
25:
  assert_bytes 24b, 25b, last_bytes_bytes
  bne.w  23b
  load_scales 0
  scale_sums first0, first1
  scale_sums first2, first3
  product first0, r2, r3
  product first1, r4, r5
  load_scales 2
  product first2, r2, r3
  product first3, r4, r5
  pack_outputs first0, first1, first2, first3
  ldr    r1, [sp, #frame_y]
  str    first0, [r1, #0]
6:
  ldr    r1, [sp, #frame_weights_end]
  ldr    r0, [sp, #frame_job]
  ldr    r2, [r0, #dot_strip_y]
  ldr    r3, [r0, #dot_strip_end]
  adds   r1, #32
  cmp    r2, r3
  beq    7f
  adds   r2, #4
  cmp    r2, r3
  it     hi /* the last four, which may overlap the previous four */
  movhi  r2, r3
  str    r2, [r0, #dot_strip_y]
  b.w    1b
7:
  leave_frame frame_bytes
endfunction
