/* Sixteen sums of an input vector for Armv7-M; sixteen_sums_thumb2.h and pairs.h describe the packed weights.
 * In assembly, because compilers run out of registers. */
#include "nook/kernels/asm/armv7m.inc"

/* Registers of the inner loop: four outputs at a time. */
inputs   .req r0 /* three words for four inputs */
weights  .req r1
excess   .req r2 /* 2^15 - 128 * the sum of four inputs, because weights are 128 too large */
even     .req r3 /* inputs 2 + 2^16 * 0 */
odd      .req r4 /* inputs 3 + 2^16 * 1 */
four0    .req r5 /* four weights of an output */
four1    .req r6
products .req r7
sum0     .req r8
sum1     .req r9
sum2     .req r10
sum3     .req r11
mask     .req r12 /* mask of two bytes */
end      .req lr

.equ words_bytes, 384 /* for 128 inputs */
.equ frame_x, words_bytes
.equ frame_end, words_bytes + 4
.equ frame_weights, words_bytes + 8
.equ frame_sums, words_bytes + 12
.equ frame_left, words_bytes + 16 /* fours of outputs */
.equ frame_bytes, words_bytes + 20

/* Four inputs of an output. */
.macro output four, sum
  and   products, \four, mask
  mla   products, products, even, excess
  and   \four, mask, \four, lsr #8
  mla   products, \four, odd, products
  add   \sum, \sum, products, asr #16
.endm

/* const void* nook_sixteen_sums_thumb2(const int8_t* x, const void* weights, const int8_t* end,
 *                                      uint32_t* sums)
 * Returns the end of the weights. */
function nook_sixteen_sums_thumb2
  enter_frame frame_bytes
  strd  r0, r2, [sp, #frame_x]
  strd  r1, r3, [sp, #frame_weights]
  movs  r4, #0
  movs  r5, #0
  movs  r6, #0
  movs  r7, #0
  stmia r3!, {r4, r5, r6, r7}
  stmia r3!, {r4, r5, r6, r7}
  stmia r3!, {r4, r5, r6, r7}
  stmia r3!, {r4, r5, r6, r7}
  mov   mask, #0x00FF00FF

.Lpart: /* up to 128 inputs */
  ldrd  r0, r1, [sp, #frame_x]
  sub   r2, r1, r0
  cmp   r2, #128
  it    gt
  addgt r1, r0, #128
  str   r1, [sp, #frame_x]
  movs  r2, #4
  str   r2, [sp, #frame_left]
  mov   end, sp
  mov   r11, #0x8000
.Lput:
  ldrsb r4, [r0, #0]
  ldrsb r5, [r0, #1]
  ldrsb r6, [r0, #2]
  ldrsb r7, [r0, #3]
  add   r3, r6, r4, lsl #16
  add   r4, r7, r5, lsl #16
  add   r5, r3, r4
  sub   r2, r11, r5, lsl #7
  sub   r2, r2, r5, lsl #23
  stmia end!, {r2, r3, r4}
  adds  r0, r0, #4
  cmp   r0, r1
  bne   .Lput

.Lfour_outputs:
  mov   inputs, sp
  ldrd  weights, r2, [sp, #frame_weights]
  ldmia r2, {sum0, sum1, sum2, sum3}
.Lfour_inputs:
  ldmia inputs!, {excess, even, odd}
  ldrd  four0, four1, [weights], #8
  output four0, sum0
  output four1, sum1
  ldrd  four0, four1, [weights], #56
  output four0, sum2
  output four1, sum3
  cmp   inputs, end
  bne   .Lfour_inputs
  ldrd  r2, r3, [sp, #frame_weights]
  stmia r3!, {sum0, sum1, sum2, sum3}
  adds  r2, r2, #16
  strd  r2, r3, [sp, #frame_weights]
  ldr   r4, [sp, #frame_left]
  subs  r4, r4, #1
  str   r4, [sp, #frame_left]
  bne   .Lfour_outputs
  sub   weights, weights, #48
  sub   r3, r3, #64
  strd  weights, r3, [sp, #frame_weights]
  ldrd  r2, r3, [sp, #frame_x]
  cmp   r2, r3
  bne   .Lpart
  mov   r0, weights
  leave_frame frame_bytes
endfunction
