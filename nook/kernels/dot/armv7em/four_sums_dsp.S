/* nook_four_sums_dsp(words, count, packed, sums) and nook_add_four_sums_dsp(words, count, weights, sums):
 * see four_sums_dsp.h. */
#include "nook/kernels/asm/armv7em.inc"

x0   .req r4 /* four inputs */
x1   .req r5
w0   .req r6 /* weights */
w1   .req r7
w2   .req r8
w3   .req r9
sum0 .req r10
sum1 .req r11
sum2 .req r12
sum3 .req lr

/* Two outputs whose weights share halfwords, 256 * b + a: adds the products with these to `both`, and the
 * products with their low bytes to `a`. */
.macro two_sums both, a, even, odd
  smlad  \both, x0, \even, \both
  sxtb16 \even, \even
  smlad  \a, x0, \even, \a
  smlad  \both, x1, \odd, \both
  sxtb16 \odd, \odd
  smlad  \a, x1, \odd, \a
.endm

/* One output, whose weights are bytes; clobbers r3. */
.macro one_sum sum, w
  sxtb16 r3, \w
  smlad  \sum, x0, r3, \sum
  sxtb16 \w, \w, ror #8
  smlad  \sum, x1, \w, \sum
.endm

/* Four inputs of four outputs, whose weights are bytes at r2. */
.macro four_sums
  one_sum sum0, w0
  one_sum sum1, w1
  one_sum sum2, w2
  one_sum sum3, w3
.endm

/* Entirely in assembly, because not every compiler can allocate its registers. */
function nook_four_sums_dsp
  push   {r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}
  add    r1, r0, r1, lsl #2
  ldr    r3, [r2, #16]
  adds   r2, #20
  mov    sum0, #0
  mov    sum1, #0
  mov    sum2, #0
  mov    sum3, #0
  cbnz   r3, 2f
1:
  ldrd   x0, x1, [r0], #8
  ldmia  r2!, {w0, w1, w2, w3}
  two_sums sum1, sum0, w0, w1
  two_sums sum3, sum2, w2, w3
  cmp    r0, r1
  bne    1b
  sub    sum1, sum1, sum0
  sub    sum3, sum3, sum2
  asr    sum1, sum1, #8
  asr    sum3, sum3, #8
  b      3f
2:
  ldrd   x0, x1, [r0], #8
  ldmia  r2!, {w0, w1, w2, w3}
  four_sums
  cmp    r0, r1
  bne    2b
3:
  mov    r0, r2
  pop    {r2, r3}
  ldmia  r2, {w0, w1, w2, w3}
  add    w0, w0, sum0
  add    w1, w1, sum1
  add    w2, w2, sum2
  add    w3, w3, sum3
  stmia  r3, {w0, w1, w2, w3}
  pop    {r4, r5, r6, r7, r8, r9, r10, r11, r12, pc}
endfunction

function nook_add_four_sums_dsp
  push   {r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, lr}
  add    r1, r0, r1, lsl #2
  ldmia  r3, {sum0, sum1, sum2, sum3}
1:
  ldrd   x0, x1, [r0], #8
  ldmia  r2!, {w0, w1, w2, w3}
  four_sums
  cmp    r0, r1
  bne    1b
  pop    {r3}
  stmia  r3, {sum0, sum1, sum2, sum3}
  pop    {r4, r5, r6, r7, r8, r9, r10, r11, r12, pc}
endfunction
