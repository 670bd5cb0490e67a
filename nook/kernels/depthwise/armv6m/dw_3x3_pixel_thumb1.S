/* Depthwise 3x3 in Thumb-1: all channels of one pixel; dw_3x3_thumb1.h describes the packed weights. In
 * assembly, because compilers do not keep the offsets of the taps in registers. */
#include "nook/kernels/asm/armv6m.inc"
#include "nook/kernels/depthwise/dw_3x3_job_offsets.inc"

four_weights .req r2
weight       .req r3
input        .req r4
sum          .req r5
x            .req r6 /* x of the channel */
packed       .req r7

.equ frame_taps, 0   /* offsets of taps 0 to 4; the offsets of taps 5 to 8 are in r8 to r11 */
.equ frame_to_y, 20  /* distance from x of a channel to its y */
.equ frame_end, 24   /* end of the channels of x */
.equ frame_bytes, 28

/* Loads the input of a tap whose offset is on the stack, or in a high register. */
.macro stacked_tap tap
  ldr   input, [sp, #frame_taps + 4 * \tap]
.endm
.macro high_tap register
  mov   input, \register
.endm
.macro multiply
  ldrsb input, [x, input]
  muls  input, weight, input
  adds  sum, sum, input
.endm
/* Extracts weight 0 to 3 of a word. */
.macro unpack n
.if \n == 0
  sxtb  weight, four_weights
.elseif \n == 3
  asrs  weight, four_weights, #24
.else
  lsls  weight, four_weights, #24 - 8 * \n
  asrs  weight, weight, #24
.endif
.endm

/* void nook_dw_3x3_pixel_thumb1(const nook_dw_3x3_job* job) */
function nook_dw_3x3_pixel_thumb1
  enter_frame frame_bytes
  movs  r1, r0
  adds  r1, #dw_3x3_job_offsets
  ldmia r1!, {r2, r3, r4, r5, r6}
  str   r2, [sp, #frame_taps + 4 * 0]
  str   r3, [sp, #frame_taps + 4 * 1]
  str   r4, [sp, #frame_taps + 4 * 2]
  str   r5, [sp, #frame_taps + 4 * 3]
  str   r6, [sp, #frame_taps + 4 * 4]
  ldmia r1!, {r2, r3, r4, r5}
  mov   r8, r2
  mov   r9, r3
  mov   r10, r4
  mov   r11, r5
  ldr   r1, [r0, #dw_3x3_job_zero]
  set_twice_zero r1
  mov   lr, r1
  set_half r1
  ldr   x, [r0, #dw_3x3_job_x]
  ldr   packed, [r0, #dw_3x3_job_weights]
  ldr   r1, [r0, #dw_3x3_job_y]
  subs  r1, r1, x
  str   r1, [sp, #frame_to_y]
  ldr   r1, [r0, #dw_3x3_job_channels]
  adds  r1, r1, x
  str   r1, [sp, #frame_end]

.Lchannel:
  ldmia packed!, {four_weights}
  stacked_tap 0
  unpack 0
  ldrsb input, [x, input]
  movs  sum, weight
  muls  sum, input, sum
  stacked_tap 1
  unpack 1
  multiply
  stacked_tap 2
  unpack 2
  multiply
  stacked_tap 3
  unpack 3
  multiply
  ldmia packed!, {four_weights}
  stacked_tap 4
  unpack 0
  multiply
  high_tap r8
  unpack 1
  multiply
  high_tap r9
  unpack 2
  multiply
  high_tap r10
  unpack 3
  multiply
  ldmia packed!, {four_weights}
  high_tap r11
  unpack 0
  multiply
  lsrs  r2, four_weights, #8 /* the shift */
  ldmia packed!, {r0, r1}    /* 2 * bias, multiplier */
  adds  sum, sum, sum
  adds  r4, sum, r0
  rescale
  ldr   r1, [sp, #frame_to_y]
  strb  r0, [x, r1]
  adds  x, #1
  ldr   r1, [sp, #frame_end]
  cmp   x, r1
  bne   .Lchannel
  leave_frame frame_bytes
endfunction
