/* nook_products_1x4_s16_dsp(job): see products_1x4_s16_dsp.h. The eight words of the sums leave registers for
 * two columns and a pair of inputs. */
#include "nook/kernels/asm/armv7em.inc"

/* Offsets of the job. */
.equ job_y, 4
.equ job_rows, 8
.equ job_a_bytes, 12
.equ job_columns, 20
.equ job_factor, 28

inputs  .req r0
columns .req r1
end     .req lr

/* Two inputs and four columns. */
.macro two_inputs
  ldrd   r2, r3, [columns], #8
  smlald r4, r5, r12, r2
  smlald r6, r7, r12, r3
  ldrd   r2, r3, [columns], #8
  smlald r8, r9, r12, r2
  smlald r10, r11, r12, r3
.endm

/* The result of a sum, in `high`. */
.macro rescale low, high
  umull  \low, r12, \low, r0
  mla    \high, \high, r0, r12
  adds   \low, \low, r1
  adc    \high, \high, r2
  asr    \high, \high, r3
  ssat   \high, #16, \high
.endm

function nook_products_1x4_s16_dsp
  save_registers
  push   {r0, r1}
1: /* next row */
  ldr    inputs, [r0]
  ldr    r2, [sp]
  add    r2, #job_columns
  ldmia  r2, {columns, r3} /* columns, depth */
  bic    end, r3, #3
  add    end, inputs, end, lsl #1
  movs   r4, #0
  movs   r5, #0
  movs   r6, #0
  movs   r7, #0
  mov    r8, r4
  mov    r9, r4
  mov    r10, r4
  mov    r11, r4
  cmp    inputs, end
  beq    3f
2:
  ldr    r12, [inputs], #4
  two_inputs
  ldr    r12, [inputs], #4
  two_inputs
  cmp    inputs, end
  bne    2b
3: /* an odd pair, an odd input */
  ldr    r3, [sp]
  ldr    r3, [r3, #(job_columns + 4)]
  lsls   r3, r3, #31
  bcc    4f
  ldr    r12, [inputs], #4
  two_inputs
4:
  bpl    5f
  ldrh   r12, [inputs]
  two_inputs
5:
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
  bne.w  1b
  add    sp, #8
  restore_registers_and_return
endfunction
