/* nook_codes_words_<bits>_dsp(x, x_end, a, b, sums): see codes_words_dsp.h. */
#include "nook/kernels/asm/armv7em.inc"

x     .req r0
x_end .req r1
row_a .req r2
row_b .req r3
sum_a .req r4
sum_b .req r5
even  .req r6  /* inputs 0 and 2 of four */
odd   .req r7  /* inputs 1 and 3 */
of_a  .req r8  /* a word of codes of each row */
of_b  .req r9
four  .req r10 /* codes of four inputs */
two   .req r11
mask  .req r12

.macro load_inputs
  ldr    even, [x], #4
  unpack even, odd
.endm

/* Four codes, in the bytes of a word, of one row. */
.macro add_four codes, sum
  uxtb16 two, \codes
  smlad  \sum, even, two, \sum
  uxtb16 two, \codes, ror #8
  smlad  \sum, odd, two, \sum
.endm

/* Four inputs of both rows, whose codes start at this bit of each byte. */
.macro place bit
  load_inputs
  .if \bit
  and    four, mask, of_a, lsr #\bit
  add_four four, sum_a
  and    four, mask, of_b, lsr #\bit
  .else
  and    four, mask, of_a
  add_four four, sum_a
  and    four, mask, of_b
  .endif
  add_four four, sum_b
.endm
.macro places bits, bit=0
  place  \bit
  .if \bit + \bits < 8
  places \bits, (\bit + \bits)
  .endif
.endm

.macro begin
  save_registers
  ldr    r12, [sp, #36]
  ldmia  r12, {sum_a, sum_b}
.endm
.macro end
  ldr    r12, [sp, #36]
  stmia  r12, {sum_a, sum_b}
  restore_registers_and_return
.endm

.macro codes_words bits, ones
function nook_codes_words_\bits\()_dsp
  begin
  mov    mask, #\ones
1:
  ldr    of_a, [row_a], #4
  ldr    of_b, [row_b], #4
  places \bits
  cmp    x, x_end
  bne    1b
  end
endfunction
.endm

codes_words 1, 0x01010101
codes_words 2, 0x03030303
codes_words 4, 0x0f0f0f0f

function nook_codes_words_8_dsp
  begin
1:
  load_inputs
  ldr    of_a, [row_a], #4
  ldr    of_b, [row_b], #4
  add_four of_a, sum_a
  add_four of_b, sum_b
  cmp    x, x_end
  bne    1b
  end
endfunction
