/* nook_lstm_cells_f32_fpu() and nook_lstm_hidden_f32_fpu(): see lstm_cells_f32_fpu.h. */
#include "nook/kernels/asm/float_powers.inc"
#include "nook/kernels/elementwise/armv7em_fpu/lstm_cells_f32_fpu_offsets.inc"

two        .req s28
one_bits   .req r11 /* in a core register */
twice_nine .req r12 /* the bits of 9, shifted left by one: compared with numbers without their signs */

/* Gives the bits of a tangent the sign of the bits in x, which changes. */
.macro with_sign tangent, x
  lsr    \x, \x, #31
  bfi    \tangent, \x, #31, #1
.endm
/* `less` becomes scale - 1 + scale * less, which is e^x - 1; `scale` changes. */
.macro power_less_one less, scale
  vmul.f32 \less, \scale, \less
  vsub.f32 \scale, \scale, one
  vadd.f32 \less, \scale, \less
.endm
/* x / (2 + x), with `divisor` in between. */
.macro tangent x, divisor
  vadd.f32 \divisor, two, \x
  vdiv.f32 \x, \x, \divisor
.endm
.macro load_constants from
  load_power_constants r4, \from
  vadd.f32 two, one, one
  vmov   one_bits, one
  ldr    twice_nine, \from\()_twice_nine
.endm
.macro constants name
  power_constants \name
\name\()_twice_nine:
  .word 0x41100000 * 2
.endm

/* Registers of nook_lstm_cells_f32_fpu(). The sums of a cell are in s0 to s3, and in r4 to r7. */
sums       .req r1
cell       .req r2
gate       .req r3
twice_clip .req r10 /* the bits of the limit, shifted left by one */
left       .req lr

function nook_lstm_cells_f32_fpu
  push   {r0, r4, r5, r6, r7, r8, r9, r10, r11, lr}
  vpush  {s18-s28}
  ldr    twice_clip, [r0, #lstm_cells_f32_clip]
  ldm    r0, {sums, cell, gate, left}
  load_constants .Lof_cells
  lsl    twice_clip, twice_clip, #1
  .balign 4 /* a jump to an unaligned 32-bit instruction takes one more cycle */
.Lcell:
  ldmia.w sums!, {r4, r5, r6, r7}
  cmp    twice_nine, r4, lsl #1 /* without its sign */
  ittt   hs
  cmphs  twice_nine, r5, lsl #1
  cmphs  twice_nine, r6, lsl #1
  cmphs  twice_nine, r7, lsl #1
  blo.w  .Lfar
  eor    r4, r4, #0x80000000
  eor    r5, r5, #0x80000000
  eor    r6, r6, #0x80000000
  bic    r8, r7, #0x80000000
  vmov   s0, s1, r4, r5
  vmov   s2, s3, r6, r8
  vnmul.f32 s3, s3, two
  power_parts
  vadd.f32 s8, s8, one
  vadd.f32 s9, s9, one
  vadd.f32 s10, s10, one
  vmov   r4, r5, s4, s5
  vmov   r6, r8, s6, s7
  vmov   r9, s8
  add    r9, r9, r4, lsl #23
  vmov   r4, s9
  add    r4, r4, r5, lsl #23
  vmov   r5, s10
  add    r5, r5, r6, lsl #23
  add    r8, one_bits, r8, lsl #23
  vmov   s8, s9, r9, r4
  vmov   s14, s15, r5, r8
  vadd.f32 s8, s8, one
  vadd.f32 s9, s9, one
  vadd.f32 s14, s14, one
  power_less_one s11, s15
  vdiv.f32 s8, one, s8
  vdiv.f32 s9, one, s9
  vdiv.f32 s14, one, s14
  tangent s11, s12
  vldr   s12, [cell]
  vmov   r8, s11
  with_sign r8, r7
  vmov   s11, r8
  vmul.f32 s12, s9, s12
  vmul.f32 s11, s8, s11
  vstmia gate!, {s14}
  vadd.f32 s12, s12, s11
  vmov   r8, s12
  cmp    twice_clip, r8, lsl #1
  blo.n  .Lclip
.Lclipped:
  str    r8, [cell], #4
  subs   left, #1
  bne.w  .Lcell
  adds   sums, #16
.Lfar:
  sub    r5, sums, #16
  vpop   {s18-s28}
  pop    {r0}
  str    r5, [r0, #lstm_cells_f32_sums]
  strd   cell, gate, [r0, #lstm_cells_f32_cell]
  str    left, [r0, #lstm_cells_f32_left]
  pop    {r4, r5, r6, r7, r8, r9, r10, r11, pc}
.Lclip: /* a NaN stays */
  bic    r9, r8, #0x80000000
  cmp    r9, #0x7f800000
  lsr    r9, twice_clip, #1
  it     ls
  bfils  r8, r9, #0, #31
  b.n    .Lclipped
  constants .Lof_cells
endfunction

/* Registers of nook_lstm_hidden_f32_fpu(). */
of     .req r0 /* cells */
by     .req r1
count  .req r2
y      .req r3

function nook_lstm_hidden_f32_fpu
  save_registers {s18-s28}
  load_constants .Lof_hidden
.Lfour:
  ldmia.w of!, {r4, r5, r6, r7}
  bic    r8, r4, #0x80000000
  bic    r9, r5, #0x80000000
  bic    r10, r6, #0x80000000
  bic    lr, r7, #0x80000000
  cmp    twice_nine, r4, lsl #1
  ittt   hs
  cmphs  twice_nine, r5, lsl #1
  cmphs  twice_nine, r6, lsl #1
  cmphs  twice_nine, r7, lsl #1
  blo.w  .Lfar_tangents
.Llimited:
  vmov   s0, s1, r8, r9
  vmov   s2, s3, r10, lr
  each vnmul.f32, two, two, two, two
  power_parts
  vmov   r8, r9, s4, s5
  vmov   r10, lr, s6, s7
  add    r8, one_bits, r8, lsl #23
  add    r9, one_bits, r9, lsl #23
  add    r10, one_bits, r10, lsl #23
  add    lr, one_bits, lr, lsl #23
  vmov   s4, s5, r8, r9
  vmov   s6, s7, r10, lr
  power_less_one s8, s4
  power_less_one s9, s5
  power_less_one s10, s6
  power_less_one s11, s7
  tangent s8, s12
  tangent s9, s13
  tangent s10, s14
  tangent s11, s15
  vmov   r8, r9, s8, s9
  vmov   r10, lr, s10, s11
  with_sign r8, r4
  with_sign r9, r5
  with_sign r10, r6
  with_sign lr, r7
  vmov   s0, s1, r8, r9
  vmov   s2, s3, r10, lr
  vldmia by!, {s4-s7}
  each vmul.f32, s4, s5, s6, s7
  vstmia y!, {s0-s3}
  subs   count, #4
  bls.n  .Lend
  cmp    count, #4
  bhs.w  .Lfour
  sub    r4, count, #4
  add    of, of, r4, lsl #2
  add    by, by, r4, lsl #2
  add    y, y, r4, lsl #2
  movs   count, #4
  b.w    .Lfour
.Lend:
  restore_registers_and_return {s18-s28}
.Lfar_tangents: /* e^(-2 * 9) - 1 is the tangent of more than 9; a NaN stays */
.irp magnitude, r8, r9, r10, lr
  cmp    \magnitude, #0x7f800000
  bhi.n  1f
  cmp    \magnitude, twice_nine, lsr #1
  it     hi
  lsrhi  \magnitude, twice_nine, #1
1:
.endr
  b.w    .Llimited
  constants .Lof_hidden
endfunction
