/* nook_dot_2x4_w16_dsp(job): see dot_2x4_w16_dsp.h. */
#include "nook/kernels/asm/tile_w16.inc"
#include "nook/kernels/dot/armv7em/dot_2x4_w16_dsp_offsets.inc"

/* Registers while inputs are unpacked: pairs of inputs of both pixels are interleaved. */
pixel        .req r8
second_pixel .req r9
places       .req r11

/* Unpacks four inputs of both pixels. */
.macro one_word
  ldr    r10, [places], #4
  ldr    r2, [pixel, r10]
  ldr    r3, [second_pixel, r10]
  sxtb16 r4, r2
  sxtb16 r5, r3
  sxtb16 r6, r2, ror #8
  sxtb16 r7, r3, ror #8
  stmia  inputs!, {r4, r5, r6, r7}
.endm
.equ one_word_bytes, 30
/* Unpacks two single bytes of both pixels. */
.macro two_alone
  ldrd   r6, r7, [places], #8
  ldrsb  r2, [pixel, r6]
  ldrsb  r4, [pixel, r7]
  ldrsb  r3, [second_pixel, r6]
  ldrsb  r5, [second_pixel, r7]
  pkhbt  r2, r2, r4, lsl #16
  pkhbt  r3, r3, r5, lsl #16
  stmia  inputs!, {r2, r3}
.endm

/* The first products of both pixels' sums, with the biases in the registers of the first pixel. */
.macro multiply_biased w, v, u
  smlad  \u, second_x, \w, \v
  smlad  \v, x, \w, \v
.endm
.macro first_two_inputs
  ldmia  inputs!, {x, second_x}
  ldmia  packed!, {w0, w1, first0, first1, first2, first3}
  multiply_biased w0, first0, second0
  multiply_biased w1, first1, second1
  ldmia  packed!, {w0, w1}
  multiply_biased w0, first2, second2
  multiply_biased w1, first3, second3
.endm

/* The frame. */
.equ frame_y, 0
.equ frame_left, 4 /* outputs after these four, minus 4 */
.equ frame_stride, 8 /* distance from y to y of the second pixel */
.equ frame_code, 12 /* address of the code for all but the first two inputs */
.equ frame_inputs_end, 16
.equ frame_x, 20
.equ frame_pixels, 24 /* pixels left */
.equ frame_job, 28
.equ frame_packed, 32
.equ frame_words_code, 36 /* address of the code for the words */
.equ frame_words_end, 40 /* end of their offsets */
.equ frame_places_end, 44
.equ frame_inputs, 48 /* unpacked inputs */
.equ frame_bytes, 240

/* `ldr pc` needs odd addresses. */
function nook_dot_2x4_w16_dsp
  enter_frame frame_bytes
  mov    r12, r0
  ldmia  r0, {r4, r5, r6, r7, r8}
  str    r5, [sp, #frame_y]
  strd   r12, r6, [sp, #frame_job]
  mov    r5, r8
  ldrd   r1, r2, [r0, #dot_2x4_w16_at]
  ldr    r3, [r0, #dot_2x4_w16_alone]
  add    r1, r1, r2, lsl #2
  add    r6, r1, r3, lsl #2
  strd   r1, r6, [sp, #frame_words_end]
  add    r3, r3, r2, lsl #2 /* end of the inputs */
  add    r6, sp, #frame_inputs
  add    r6, r6, r3, lsl #2
  str    r6, [sp, #frame_inputs_end]
  lsrs   r3, r3, #1
  subs   r3, #2 /* after the first two; at least one copy of the code runs */
  and    r3, r3, #7
  movs   r6, #two_channels_bytes
  adr.w  r1, 4f + 1
  mls    r1, r3, r6, r1
  str    r1, [sp, #frame_code]
  subs   r2, #1
  and    r2, r2, #1
  movs   r6, #one_word_bytes
  adr.w  r1, 7f + 1
  mls    r1, r2, r6, r1
  str    r1, [sp, #frame_words_code]
1: /* next two pixels: r4 x, r5 pixels left, r12 the job */
  strd   r4, r5, [sp, #frame_x]
  ldr    r2, [r12, #dot_2x4_w16_outputs]
  ldrd   r9, r3, [r12, #dot_2x4_w16_step]
  ldr    r11, [r12, #dot_2x4_w16_at]
  subs   r2, #4
  cmp    r5, #1
  itt    eq /* the last pixel is computed twice */
  moveq  r9, #0
  moveq  r3, #0
  strd   r2, r3, [sp, #frame_left]
  mov    r8, r4
  add    r9, r4
  ldr    r1, [sp, #frame_words_end]
  add    r0, sp, #frame_inputs
  ldr    pc, [sp, #frame_words_code]
6:
  one_word
7:
  one_word
5:
  assert_bytes 7b, 5b, one_word_bytes
  cmp    r11, r1
  bne    6b
  ldr    r1, [sp, #frame_places_end]
  b      9f
8:
  two_alone
9:
  cmp    r11, r1
  bne    8b
  ldr    r1, [sp, #frame_packed]
2: /* next four outputs */
  add    r0, sp, #frame_inputs
  first_two_inputs
  ldr    pc, [sp, #frame_code]
3:
  .rept 7
  two_channels
  .endr
4:
  two_channels
5:
  assert_bytes 4b, 5b, two_channels_bytes
  ldr    r2, [sp, #frame_inputs_end]
  cmp    r0, r2
  bne.w  3b
  eight_products r1, r0, r2, r3, r4
  ldmia  sp, {r0, r2, r3}
  str    second0, [r0, r3]
  str    first0, [r0], #4
  subs   r2, #4
  strd   r0, r2, [sp, #frame_y]
  bge.w  2b
  cmn    r2, #4
  beq    5f
  add    r0, r2 /* the last four, which may overlap the previous four */
  movs   r2, #0
  strd   r0, r2, [sp, #frame_y]
  b.w    2b
5:
  add    r0, r3
  str    r0, [sp, #frame_y]
  ldrd   r4, r5, [sp, #frame_x]
  ldr    r12, [sp, #frame_job]
  ldr    r2, [r12, #dot_2x4_w16_step]
  add    r4, r4, r2, lsl #1
  subs   r5, #2
  bgt.w  1b
  leave_frame frame_bytes
endfunction
