/* nook_dot_rows_dsp(x, x_end, w, row, sums) and nook_dot_rows_s16_dsp(): see dot_rows_dsp.h. */
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

/* Four inputs of four rows, whose weights are at `four` already. */
.macro sums_of_rows
  one_sum r5, [w, r3, lsl #1]
  one_sum r6, [w, r12]
  one_sum r7, [w], #4
  one_sum r4
.endm

.macro four_sums
  ldr    x0, [x], #4
  ldr    four, [w, r3]
  sxtab16 x1, minus, x0, ror #8
  sxtab16 x0, minus, x0
  sums_of_rows
.endm

/* Likewise for inputs of 16 bits; clobbers `minus`. */
.macro four_wide_sums
  ldr    minus, [x], #4
  ldr    x1, [x], #4
  ldr    four, [w, r3]
  pkhbt  x0, minus, x1, lsl #16
  pkhtb  x1, x1, minus, asr #16
  sums_of_rows
.endm

/* All inputs, four at a time; `bit` of the size of x is set if the number of fours is odd. `words` are the
 * sums and, if it is not 0, the number to add to inputs. */
.macro rows four_inputs, bit, words:vararg
  save_registers
  ldr    r12, [sp, #36]
  ldmia  r12, {\words}
  add    r12, r3, r3, lsl #1
  sub    x0, r1, x
  tst    x0, #\bit
  bne    2f
1:
  \four_inputs
2:
  \four_inputs
  cmp    x, r1
  bne    1b
  ldr    r12, [sp, #36]
  stmia  r12, {r4, r5, r6, r7}
  restore_registers_and_return
.endm

function nook_dot_rows_dsp
  rows   four_sums, 4, r4, r5, r6, r7, minus
endfunction

function nook_dot_rows_s16_dsp
  rows   four_wide_sums, 8, r4, r5, r6, r7
endfunction
