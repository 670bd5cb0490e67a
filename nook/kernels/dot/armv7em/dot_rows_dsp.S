/* nook_dot_rows_dsp(x, x_end, w, row, sums): see dot_rows_dsp.h. */
#include "nook/kernels/asm/armv7em.inc"

x     .req r0
w     .req r2  /* row 0; the other rows are at r3, 2 * r3 and r12 from it */
x0    .req r8  /* inputs 0 and 2 of four */
x1    .req r9  /* inputs 1 and 3 */
four  .req r10 /* weights of a row */
two   .req r11
minus .req lr

/* Four inputs of a row. The next row's weights arrive before they are used. */
.macro one_sum sum, next:vararg
  sxtb16 two, four
  smlad  \sum, x0, two, \sum
  sxtb16 two, four, ror #8
  .ifnb \next
  ldr    four, \next
  .endif
  smlad  \sum, x1, two, \sum
.endm

/* Four inputs of four rows. */
.macro four_sums
  ldr    x0, [x], #4
  ldr    four, [w, r3]
  sxtab16 x1, minus, x0, ror #8
  sxtab16 x0, minus, x0
  one_sum r5, [w, r3, lsl #1]
  one_sum r6, [w, r12]
  one_sum r7, [w], #4
  one_sum r4
.endm

function nook_dot_rows_dsp
  save_registers
  ldr    r12, [sp, #36]
  ldmia  r12, {r4, r5, r6, r7, minus}
  add    r12, r3, r3, lsl #1
  sub    x0, r1, x
  tst    x0, #4
  bne    2f
1:
  four_sums
2:
  four_sums
  cmp    x, r1
  bne    1b
  ldr    r12, [sp, #36]
  stmia  r12, {r4, r5, r6, r7}
  restore_registers_and_return
endfunction
