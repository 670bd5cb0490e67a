/* nook_products_1x4_s16_dsp(job): see products_1x4_s16_dsp.h. The eight words of the sums leave registers for
 * two columns and a pair of inputs. */
#include "nook/kernels/dot/products_1x4_s16.inc"

end .req lr

/* Two inputs and four columns. */
.macro two_inputs
  ldrd   r2, r3, [columns], #8
  smlald r4, r5, r12, r2
  smlald r6, r7, r12, r3
  ldrd   r2, r3, [columns], #8
  smlald r8, r9, r12, r2
  smlald r10, r11, r12, r3
.endm

function nook_products_1x4_s16_dsp
  save_registers
  push   {r0, r1}
1: /* next row */
  ldr    inputs, [r0]
  ldr    r2, [sp]
  add    r2, #products_s16_columns
  ldmia  r2, {columns, r3} /* columns, depth */
  bic    end, r3, #3
  add    end, inputs, end, lsl #1
  clear_sums
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
  ldr    r3, [r3, #products_s16_depth]
  lsls   r3, r3, #31
  bcc    4f
  ldr    r12, [inputs], #4
  two_inputs
4:
  bpl    5f
  ldrh   r12, [inputs]
  two_inputs
5:
  store_and_move_on
  bne.w  1b
  add    sp, #8
  restore_registers_and_return
endfunction
