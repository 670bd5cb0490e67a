/* Four dot products at once in Thumb-1: all outputs of one pixel; dot_four_thumb1.h describes the packed
 * weights. In assembly, because compilers do not keep sums in high registers. */
#include "nook/kernels/asm/armv6m.inc"
#include "nook/kernels/dot/dot_segments_offsets.inc"

/* Registers of the inner loop. */
x_end     .req r0 /* end of a segment of inputs */
w0_end    .req r1 /* end of the corresponding segment of the weights of four outputs */
w1_end    .req r2
w2_end    .req r3
w3_end    .req r4
i         .req r5 /* from minus the bytes of a segment up to 0 */
input     .req r6
weight    .req r7
sum0      .req r8
sum1      .req r9
sum2      .req r10
sum3      .req r11

.equ frame_job, 0
.equ frame_weights_bytes, 4 /* bytes of the weights of one output */
.equ frame_weights, 8       /* weights of the next four outputs */
.equ frame_done, 12         /* outputs completed */
.equ frame_segments, 16     /* segments left */
.equ frame_entry, 20        /* entry of a segment into the loop */
.equ frame_factors, 24      /* the next {2 * bias, multiplier, shift} */
.equ frame_twice_zero, 28   /* 2 * zero + 1 */
.equ frame_bytes, 32

.equ input_bytes, 28        /* code bytes of one_input */
.equ factor_bytes, 12

.macro one_weight sum, w_end
  ldrsb weight, [\w_end, i]
  muls  weight, input, weight
  add   \sum, weight
.endm
.macro one_input
  ldrsb input, [x_end, i]
  one_weight sum0, w0_end
  one_weight sum1, w1_end
  one_weight sum2, w2_end
  one_weight sum3, w3_end
  adds  i, i, #1
.endm

/* Writes one of four outputs to r7[at]; r6 points to its {2 * bias, multiplier, shift}. */
.macro output sum, at
  mov   r4, \sum
  ldmia r6!, {r0, r1, r2}
  adds  r4, r4, r4
  adds  r4, r4, r0
  rescale
  strb  r0, [r7, #\at]
.endm

/* void nook_dot_four_pixel_thumb1(const nook_dot_segments* job) */
function nook_dot_four_pixel_thumb1
  enter_frame frame_bytes
  str   r0, [sp, #frame_job]
  ldr   r1, [r0, #dot_segments_segment]
  ldr   r2, [r0, #dot_segments_segments]
  muls  r2, r1, r2
  str   r2, [sp, #frame_weights_bytes]
  negs  r1, r1               /* if a segment is not a multiple of four, enters in the middle */
  movs  r3, #3
  ands  r1, r3
  movs  r3, #input_bytes
  muls  r1, r3, r1
  adr   r3, .Lfour_inputs
  adds  r1, r1, r3
  str   r1, [sp, #frame_entry]
  ldr   r1, [r0, #dot_segments_zero]
  set_twice_zero r1
  str   r1, [sp, #frame_twice_zero]
  ldr   r1, [r0, #dot_segments_weights]
  str   r1, [sp, #frame_factors]
  ldr   r3, [r0, #dot_segments_outputs]
  lsls  r4, r3, #3
  lsls  r3, r3, #2
  adds  r4, r4, r3
  adds  r1, r1, r4
  str   r1, [sp, #frame_weights]
  movs  r5, #0
  str   r5, [sp, #frame_done]

  /* r0 the job, r1 weights of four outputs, r2 bytes of the weights of one. */
.Lfour_outputs:
  movs  r7, #0
  mov   sum0, r7
  mov   sum1, r7
  mov   sum2, r7
  mov   sum3, r7
  ldr   r5, [r0, #dot_segments_segment]
  ldr   r6, [r0, #dot_segments_segments]
  str   r6, [sp, #frame_segments]
  ldr   x_end, [r0, #dot_segments_x]
  adds  x_end, x_end, r5
  adds  w0_end, r1, r5
  adds  r3, r2, r2
  adds  r4, r3, r2
  adds  w1_end, w0_end, r2
  adds  w2_end, w0_end, r3
  adds  w3_end, w0_end, r4

.Lsegment: /* next segment: r5 its bytes */
  negs  i, r5
  ldr   r7, [sp, #frame_entry]
  mov   pc, r7
  .p2align 2
.Lfour_inputs:
  one_input
  one_input
  one_input
  one_input
  bmi   .Lfour_inputs
  ldr   r6, [sp, #frame_segments]
  subs  r6, #1
  beq   .Lfinish_four
  str   r6, [sp, #frame_segments]
  ldr   r7, [sp, #frame_job]
  ldr   r5, [r7, #dot_segments_stride]
  adds  x_end, x_end, r5
  ldr   r5, [r7, #dot_segments_segment]
  adds  w0_end, w0_end, r5
  adds  w1_end, w1_end, r5
  adds  w2_end, w2_end, r5
  adds  w3_end, w3_end, r5
  b     .Lsegment

.Lfinish_four:
  ldr   r1, [sp, #frame_twice_zero]
  mov   lr, r1
  set_half r1
  ldr   r6, [sp, #frame_factors]
  ldr   r7, [sp, #frame_job]
  ldr   r7, [r7, #dot_segments_y]
  ldr   r1, [sp, #frame_done]
  adds  r7, r7, r1
  output sum0, 0
  output sum1, 1
  output sum2, 2
  output sum3, 3

  /* The next four outputs. The last four may overlap the previous ones. */
  ldr   r0, [sp, #frame_job]
  ldr   r3, [r0, #dot_segments_outputs]
  ldr   r4, [sp, #frame_done]
  movs  r5, #4
  subs  r3, r3, r4
  subs  r3, #4
  beq   .Lend
  cmp   r3, #4
  bge   .Ladvance
  movs  r5, r3
.Ladvance: /* advances by r5 outputs */
  adds  r4, r4, r5
  str   r4, [sp, #frame_done]
  ldr   r2, [sp, #frame_weights_bytes]
  ldr   r1, [sp, #frame_weights]
  movs  r3, r2
  muls  r3, r5, r3
  adds  r1, r1, r3
  str   r1, [sp, #frame_weights]
  movs  r3, #factor_bytes
  subs  r5, #4
  muls  r5, r3, r5
  adds  r6, r6, r5
  str   r6, [sp, #frame_factors]
  b     .Lfour_outputs
.Lend:
  leave_frame frame_bytes
endfunction
