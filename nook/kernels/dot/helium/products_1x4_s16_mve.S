/* nook_products_1x4_s16_mve(job): see products_1x4_s16_mve.h. Elements after the end of a row are zeros, by
 * predication of the loop. */
#include "nook/kernels/asm/helium.inc"

/* Offsets of the job. */
.equ job_columns, 20
.equ job_factor, 28

inputs  .req r0
columns .req r1

/* The result of a sum, in `high`. */
.macro rescale low, high
  umull  \low, r12, \low, r0
  mla    \high, \high, r0, r12
  adds   \low, \low, r1
  adc    \high, \high, r2
  asr    \high, \high, r3
  ssat   \high, #16, \high
.endm

function nook_products_1x4_s16_mve
  save_registers
  push   {r0, r1}
1: /* next row */
  add    r2, r0, #job_columns
  ldr    inputs, [r0]
  ldmia  r2, {columns, r3} /* columns, depth */
  movs   r4, #0
  movs   r5, #0
  movs   r6, #0
  movs   r7, #0
  mov    r8, r4
  mov    r9, r4
  mov    r10, r4
  mov    r11, r4
  dlstp.16 lr, r3
2:
  vldrh.u16 q0, [inputs], #16
  vldrh.u16 q1, [columns], #16
  vldrh.u16 q2, [columns], #16
  vmlaldava.s16 r4, r5, q0, q1
  vldrh.u16 q1, [columns], #16
  vmlaldava.s16 r6, r7, q0, q2
  vldrh.u16 q2, [columns], #16
  vmlaldava.s16 r8, r9, q0, q1
  vmlaldava.s16 r10, r11, q0, q2
  letp   lr, 2b
  ldr    lr, [sp]
  add    r0, lr, #job_factor
  ldmia  r0, {r0, r1, r2, r3}
  rescale r4, r5
  rescale r6, r7
  rescale r8, r9
  rescale r10, r11
  pkhbt  r5, r5, r7, lsl #16
  pkhbt  r9, r9, r11, lsl #16
  mov    r0, lr
  ldmia  r0, {r1, r2, r3, r4, r6} /* a, y, rows, a_bytes, y_bytes */
  str    r5, [r2]
  str    r9, [r2, #4]
  add    r1, r4
  add    r2, r6
  subs   r3, #1
  stmia  r0, {r1, r2, r3}
  bne    1b
  add    sp, #8
  restore_registers_and_return
endfunction
