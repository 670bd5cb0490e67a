/* nook_dot_3x4_k16_fpu(x, packed, y, outputs, pixels): see dot_3x4_k16_fpu.h. */
#include "nook/kernels/asm/tile_3x4.inc"
#include "nook/kernels/dot/armv7em_fpu/strip_3x4_k16.h"

/* Unpacks four inputs of three pixels, at r0 to r2, to two words per pixel, interleaved, from r9 on. */
.macro unpack_four_of_three
  ldr    r3, [r0], #4
  ldr    r4, [r1], #4
  ldr    r5, [r2], #4
  sxtb16 r6, r3, ror #8
  sxtb16 r7, r4, ror #8
  sxtb16 r8, r5, ror #8
  sxtb16 r3, r3
  sxtb16 r4, r4
  sxtb16 r5, r5
  stmia  r9!, {r3, r4, r5, r6, r7, r8}
.endm

/* Two inputs of the tile, whose words of weights are in s\a, s\b and s\c. */
.macro two_inputs_of_three each, a, b, c
  ldmia  inputs!, {x0, x1, x2}
  vmov   w, s\a
  first_sums \each
  vmov   w, s\b
  second_sums \each
  vmov   w, s\c
  third_sums \each
.endm

/* {multiplier, plus} of an output. */
.macro load_scale multiplier, plus
  vmov   r3, s\multiplier
  vmov   r5, s\plus
.endm

/* The frame continues after the slots of tile_3x4.inc. */
.equ frame_packed, 36
.equ frame_span, 40 /* distance from y of the first tile to y of the last one */
.equ frame_last_outputs, 44 /* y of the last tile and the last four outputs */
.equ frame_next_x, 48 /* x after the strip */
.equ frame_words, 52 /* unpacked inputs of the strip */
.equ frame_left, 920 /* pixels after this strip; on the stack because it is the last argument */
.equ frame_bytes, 820

/* The pixels of a strip form three thirds, which overlap if their number is not a multiple of three; a tile
 * has one pixel of each third. */
function nook_dot_3x4_k16_fpu
  save_registers {s16-s31}
  subw   sp, sp, #frame_bytes
5: /* next strip: r0 x, r1 packed weights, r2 y, r3 outputs */
  ldr    r5, [sp, #frame_left]
  movs   r4, #NOOK_3X4_K16_PIXELS
  cmp    r5, r4
  it     lo
  movlo  r4, r5
  subs   r5, r5, r4
  str    r5, [sp, #frame_left]
  adds   r5, r4, #2
  movs   r6, #3
  udiv   r5, r5, r6 /* pixels per third */
  subs   r7, r4, r5 /* distance from the first third to the last */
  lsrs   r6, r7, #1 /* distance to the second third */
  mul    r8, r3, r5
  sub    r8, r8, r3
  add    lr, r2, r8
  add    r9, lr, r3
  subs   r9, #4
  strd   r8, r9, [sp, #frame_span]
  mul    r9, r3, r6
  mul    r10, r3, r7
  str    r3, [sp, #frame_step]
  strd   r9, r10, [sp, #frame_second]
  strd   lr, r1, [sp, #frame_last]
  add    r10, r0, r5, lsl #4
  add    r1, r0, r6, lsl #4
  add    r2, r0, r7, lsl #4
  add    r9, sp, #frame_words
  .balign 4
1:
  unpack_four_of_three
  cmp    r0, r10
  bne    1b
  str    r2, [sp, #frame_next_x]
  ldrd   r1, r0, [sp, #frame_packed]
2: /* next four outputs: r1 packed weights, lr y of the last tile, r0 distance from the first tile's y */
  vldmia r1!, {s0-s31}
  ldmia  r1!, {r6, r7, r8}
  add    r5, sp, #frame_words
  sub    r9, lr, r0
  strd   lr, r1, [sp, #frame_last]
  stmia  sp, {r5, r6, r7, r8, r9}
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
3: /* next tile */
  two_inputs_of_three multiply_first, 0, 1, 2
  two_inputs_of_three multiply, 3, 4, 5
  two_inputs_of_three multiply, 6, 7, 8
  two_inputs_of_three multiply, 9, 10, 11
  two_inputs_of_three multiply, 12, 13, 14
  two_inputs_of_three multiply, 15, 16, 17
  two_inputs_of_three multiply, 18, 19, 20
  two_inputs_of_three multiply, 21, 22, 23
  str    r5, [sp, #frame_inputs]
  separate_sums
  load_scale 24, 25
  products_a
  load_scale 26, 27
  products_b
  load_scale 28, 29
  products_c
  load_scale 30, 31
  products_d
  store_outputs
  bne.w  3b
  ldrd   r1, r0, [sp, #frame_packed]
  ldr    r2, [sp, #frame_last_outputs]
  cmp    lr, r2
  beq    4f
  add    lr, #4
  cmp    lr, r2
  it     hi /* the last four, which may overlap the previous four */
  movhi  lr, r2
  b      2b
4:
  ldr    r5, [sp, #frame_left]
  cbz    r5, 6f
  ldr    r0, [sp, #frame_third]
  ldr    r3, [sp, #frame_step]
  add    r2, r2, r0
  adds   r2, #4
  ldr    r0, [sp, #frame_next_x]
  adds   r4, r3, #3
  lsrs   r4, r4, #2
  movs   r5, #NOOK_3X4_K16_BYTES
  mls    r1, r4, r5, r1 /* back to the weights of the first outputs */
  b      5b
6:
  addw   sp, sp, #frame_bytes
  restore_registers_and_return {s16-s31}
endfunction
