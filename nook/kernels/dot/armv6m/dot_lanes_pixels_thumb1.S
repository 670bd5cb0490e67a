/* Two dot products of two pixels at once in Thumb-1; dot_lanes_thumb1.h describes the packed weights, lanes.h
 * how one multiplication serves both pixels. */
#include "nook/kernels/asm/armv6m.inc"

/* Registers of the inner loop. The sums are modulo 2^32: `both` is the sum of the first pixel plus 2^16 times
 * the second, `second` the sum of the second. */
weights   .req r0 /* packed weights */
x         .req r1
products  .req r2 /* sum of four products */
weight    .req r3
x0        .req r4 /* four words of x */
x1        .req r5
x2        .req r6
x3        .req r7
both0     .req r8
second0   .req r9
both1     .req r10
second1   .req r11
x_end     .req r12
excess    .req lr /* 2^15 - 128 * the sum of the four words */

.equ frame_x_end, 0
.equ frame_x, 4
.equ frame_twice_zero, 8   /* 2 * zero + 1 */
.equ frame_y0, 12          /* next outputs of both pixels */
.equ frame_y1, 16
.equ frame_outputs, 20     /* outputs left */
.equ frame_second, 24      /* twice the second sum, */
.equ frame_multiplier, 28  /* and its multiplier */
.equ frame_from, 32        /* sums of the previous part, or 0 */
.equ frame_to, 36          /* where sums are kept for the next part, or 0 */
.equ frame_start, 40       /* initial sum of the first pixel */
.equ frame_odd, 44         /* bytes of weights of four inputs if the number of fours is odd, else 0 */
.equ frame_shift0, 48
.equ frame_shift1, 52
.equ frame_bytes, 56

/* The next four inputs. */
.macro load_four
  ldmia x!, {r3, x0, x1, x2, x3}
  mov   excess, r3
.endm
.macro add_product at, input
  ldrb  weight, [weights, #\at]
  muls  weight, \input, weight
  adds  products, products, weight
.endm
/* Four inputs of an output, with weights from `at` on. */
.macro four_products at, both, second
  ldrb  products, [weights, #\at]
  muls  products, x0, products
  add_product \at + 1, x1
  add_product \at + 2, x2
  add_product \at + 3, x3
  add   products, excess /* makes the low half nonnegative */
  add   \both, products
  asrs  products, products, #16
  add   \second, products
.endm

/* Adds the part of the weights of an output that exceeds a byte; stores its shift in the frame. */
.macro add_rests both, second, frame_shift
  ldmia weights!, {r3}
  str   r3, [sp, #\frame_shift]
  lsrs  r4, r3, #16
  beq   .Lno_rest\@
.Lrest\@:
  ldmia weights!, {r5}
  uxth  r6, r5
  asrs  r5, r5, #16
  ldr   r7, [sp, #frame_x]
  ldr   r6, [r7, r6]
  muls  r6, r5, r6
  add   \both, r6
  add   r6, r12
  asrs  r6, r6, #16
  add   \second, r6
  subs  r4, r4, #1
  bne   .Lrest\@
.Lno_rest\@:
.endm

/* Writes an output of both pixels to y0[at] and y1[at]. */
.macro finish both, second, frame_shift, at
  ldmia weights!, {r1, r2} /* bias, multiplier */
  mov   r6, weights
  mov   r5, \second
  lsls  r7, r5, #16
  mov   r4, \both
  subs  r4, r4, r7
  adds  r5, r5, r5
  adds  r5, r5, r1
  str   r5, [sp, #frame_second]
  str   r2, [sp, #frame_multiplier]
  adds  r4, r4, r4
  adds  r4, r4, r1
  mov   r1, r2
  ldr   r2, [sp, #\frame_shift]
  uxth  r2, r2
  rescale
  ldr   r7, [sp, #frame_y0]
  strb  r0, [r7, #\at]
  ldr   r4, [sp, #frame_second]
  ldr   r1, [sp, #frame_multiplier]
  cmp   r4, #0
  rescale
  ldr   r7, [sp, #frame_y1]
  strb  r0, [r7, #\at]
  mov   weights, r6
.endm

/* const void* nook_dot_lanes_pixels_thumb1(const nook_lanes_job* job): computes all outputs of both pixels,
 * or their sums. Returns the end of the packed weights of this part. */
function nook_dot_lanes_pixels_thumb1
  enter_frame frame_bytes
  ldmia r0!, {r1, r2, r3, r4, r5, r6, r7} /* x, x_bytes, weights, outputs, y0, y1, zero */
  str   r4, [sp, #frame_outputs]
  str   r5, [sp, #frame_y0]
  str   r6, [sp, #frame_y1]
  set_twice_zero r7
  str   r7, [sp, #frame_twice_zero]
  lsls  r4, r2, #11 /* 2^15 for four inputs */
  negs  r4, r4
  str   r4, [sp, #frame_start]
  adds  r4, r1, r2
  str   r4, [sp, #frame_x_end]
  lsrs  r2, r2, #2 /* a word more for four inputs */
  subs  r1, r1, r2
  str   r1, [sp, #frame_x]
  movs  r4, #4
  ands  r2, r4
  adds  r2, r2, r2
  str   r2, [sp, #frame_odd]
  ldmia r0!, {r4, r5} /* from, to */
  str   r4, [sp, #frame_from]
  str   r5, [sp, #frame_to]
  movs  weights, r3

.Ltwo_outputs:
  ldr   r2, [sp, #frame_start]
  movs  r4, r2
  movs  r5, #0
  movs  r6, r2
  movs  r7, #0
  ldr   r1, [sp, #frame_from]
  cmp   r1, #0
  beq   .Lbegin
  ldmia r1!, {r4, r5, r6, r7}
  str   r1, [sp, #frame_from]
  adds  r4, r4, r2
  adds  r6, r6, r2
.Lbegin:
  mov   both0, r4
  mov   second0, r5
  mov   both1, r6
  mov   second1, r7
  ldr   r1, [sp, #frame_x_end]
  mov   x_end, r1
  ldr   x, [sp, #frame_x]
  ldr   r2, [sp, #frame_odd]
  subs  weights, weights, r2
  cmp   r2, #0
  bne   .Lodd
.Leight_inputs:
  load_four
  four_products 0, both0, second0
  four_products 4, both1, second1
.Lodd:
  load_four
  four_products 8, both0, second0
  four_products 12, both1, second1
  adds  weights, #16
  cmp   x, x_end
  bne   .Leight_inputs
  set_half r1
  add_rests both0, second0, frame_shift0
  add_rests both1, second1, frame_shift1

  ldr   r1, [sp, #frame_to]
  cmp   r1, #0
  beq   .Lfinish
  mov   r4, both0
  mov   r5, second0
  mov   r6, both1
  mov   r7, second1
  stmia r1!, {r4, r5, r6, r7}
  str   r1, [sp, #frame_to]
  b     .Lnext_two
.Lfinish:
  ldr   r1, [sp, #frame_twice_zero]
  mov   lr, r1
  finish both0, second0, frame_shift0, 0
  finish both1, second1, frame_shift1, 1

.Lnext_two: /* a last single output is computed together with the previous one */
  ldr   r1, [sp, #frame_outputs]
  movs  r2, #2
  subs  r1, r1, #2
  beq   .Lend
  cmp   r1, #1
  bne   .Ladvance
  movs  r2, #1
  movs  r1, #2
.Ladvance: /* advances by r2 outputs */
  str   r1, [sp, #frame_outputs]
  ldr   r1, [sp, #frame_y0]
  adds  r1, r1, r2
  str   r1, [sp, #frame_y0]
  ldr   r1, [sp, #frame_y1]
  adds  r1, r1, r2
  str   r1, [sp, #frame_y1]
  b     .Ltwo_outputs
.Lend:
  leave_frame frame_bytes
endfunction

/* void nook_lanes_put_sums_thumb1(uint32_t* to, const uint32_t* from, const uint32_t* end): converts groups
 * of four words to {2^15 - 128 * their sum, the four}, in ascending order, so `to` must precede `from`. In
 * assembly, because compilers move one word at a time. */
function nook_lanes_put_sums_thumb1
  push  {r4, r5, r6, r7}
  mov   r12, r2
.Lgroup:
  ldmia r1!, {r4, r5, r6, r7}
  adds  r3, r4, r5
  adds  r3, r3, r6
  adds  r3, r3, r7
  lsls  r2, r3, #7
  movs  r3, #1
  lsls  r3, r3, #15
  subs  r3, r3, r2
  stmia r0!, {r3, r4, r5, r6, r7}
  cmp   r1, r12
  bne   .Lgroup
  pop   {r4, r5, r6, r7}
  bx    lr
endfunction
