/* nook_products_1x4_s16_mve(job): see products_1x4_s16_mve.h. Elements after the end of a row are zeros, by
 * predication of the loop. */
#include "nook/kernels/asm/helium.inc"
#include "nook/kernels/dot/products_1x4_s16.inc"

function nook_products_1x4_s16_mve
  save_registers
  push   {r0, r1}
1: /* next row */
  add    r2, r0, #products_s16_columns
  ldr    inputs, [r0]
  ldmia  r2, {columns, r3} /* columns, depth */
  clear_sums
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
  store_and_move_on
  bne    1b
  add    sp, #8
  restore_registers_and_return
endfunction
