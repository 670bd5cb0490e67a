/* Depthwise 3x3 with DSP instructions, four channels at once; dw_3x3_dsp.h describes the packed weights. In
 * assembly, because compilers run out of registers. */
#include "nook/kernels/asm/four_outputs.inc"
#include "nook/kernels/depthwise/armv7em/dw_3x3_dsp_offsets.inc"

x      .req r0 /* base address of the taps */
tap0   .req r1 /* offsets of the taps of column 0 */
tap3   .req r2
tap6   .req r4 /* with weights of 4 bits in the frame, and here the mask of these */

.equ frame_tap1, 12 /* taps 1 and 2, */
.equ frame_tap4, 20 /* 4 and 5, */
.equ frame_tap7, 28 /* 7 and 8 */
.equ frame_job, 36
.equ frame_pixels, 40 /* pixels left */
.equ frame_bytes, 44
.equ frame_tap6, 44
.equ frame_s4_bytes, 48

/* Adds the products of two taps, whose words are in r5 and r6: combines them to one pair per channel, and
 * multiplies each by a pair of weights. */
.macro two_taps
  pkhbt  r7, r5, r6, lsl #16
  pkhtb  r6, r6, r5, asr #16
  ldmia  packed!, {r8, r9}
  sxtb16 r5, r7
  sxtb16 r7, r7, ror #8
  smlad  sum0, r5, r8, sum0
  smlad  sum1, r7, r9, sum1
  ldmia  packed!, {r8, r9}
  sxtb16 r5, r6
  sxtb16 r6, r6, ror #8
  smlad  sum2, r5, r8, sum2
  smlad  sum3, r6, r9, sum3
.endm
/* Likewise for two adjacent taps whose offsets are in the frame. */
.macro two_taps_of_frame frame
  ldrd   r5, r6, [sp, #\frame]
  ldr    r5, [x, r5]
  ldr    r6, [x, r6]
  two_taps
.endm
/* Likewise with weights of 4 bits, in r9, each of which becomes the upper 4 bits of a halfword. */
.macro two_taps_s4
  pkhbt  r7, r5, r6, lsl #16
  pkhtb  r6, r6, r5, asr #16
  and    r8, r4, r9, lsl #12
  sxtb16 r5, r7
  smlad  sum0, r5, r8, sum0
  and    r8, r4, r9, lsl #8
  sxtb16 r7, r7, ror #8
  smlad  sum1, r7, r8, sum1
  and    r8, r4, r9, lsl #4
  sxtb16 r5, r6
  smlad  sum2, r5, r8, sum2
  and    r9, r4
  sxtb16 r6, r6, ror #8
  smlad  sum3, r6, r9, sum3
.endm
.macro two_taps_of_frame_s4 frame
  ldrd   r5, r6, [sp, #\frame]
  ldr    r9, [packed], #4
  ldr    r5, [x, r5]
  ldr    r6, [x, r6]
  two_taps_s4
.endm
/* Adds a single tap, whose word is in r5, and whose weights are in r8 and r9. */
.macro last_tap
  sxtb16 r6, r5
  sxtb16 r5, r5, ror #8
  smlabb sum0, r6, r8, sum0
  smlatt sum2, r6, r8, sum2
  smlabb sum1, r5, r9, sum1
  smlatt sum3, r5, r9, sum3
.endm

.macro nine_taps_s8
  two_taps_of_frame frame_tap1
  two_taps_of_frame frame_tap4
  two_taps_of_frame frame_tap7
  ldr    r5, [x, tap0]
  ldr    r6, [x, tap3]
  two_taps
  ldr    r5, [x, tap6]
  adds   x, #4
  ldmia  packed!, {r8, r9}
  last_tap
.endm
.macro nine_taps_s4
  two_taps_of_frame_s4 frame_tap1
  two_taps_of_frame_s4 frame_tap4
  two_taps_of_frame_s4 frame_tap7
  ldr    r9, [packed], #4
  ldr    r5, [x, tap0]
  ldr    r6, [x, tap3]
  two_taps_s4
  ldr    r5, [sp, #frame_tap6]
  ldr    r9, [packed], #4
  ldr    r5, [x, r5]
  adds   x, #4
  and    r8, r4, r9, lsl #12
  and    r9, r4, r9, lsl #8
  last_tap
.endm

/* `bits` of a weight. */
.macro dw_3x3 bits, frame, finish
  enter_frame \frame
  ldr    r2, [r0, #dw_3x3_y]
  ldr    r3, [r0, #dw_3x3_pixels]
  ldr    r4, [r0, #dw_3x3_zero]
  str    r2, [sp, #frame_y]
  str    r4, [sp, #frame_zero]
  strd   r0, r3, [sp, #frame_job]
  ldr    x, [r0, #dw_3x3_x]
  ldmia  r1, {r2, r4, r5, r6, r7, r8, r9, r10, r11} /* taps 0 to 8 */
  strd   r4, r5, [sp, #frame_tap1]
  strd   r7, r8, [sp, #frame_tap4]
  strd   r10, r11, [sp, #frame_tap7]
  mov    tap0, r2
  mov    tap3, r6
.if \bits == 4
  str    r9, [sp, #frame_tap6]
  mov    r4, #0xF000F000
.else
  mov    tap6, r9
.endif
.Lpixel\@:
  ldr    r7, [sp, #frame_job]
  first_four dw_3x3_weights, dw_3x3_channels
.Lfour\@:
  start_sums
  nine_taps_s\bits
  \finish
  store_four
  next_four .Lfour\@, add x, r6
  ldrd   r7, r6, [sp, #frame_job]
  ldr    r5, [r7, #dw_3x3_step]
  add    x, r5
  subs   r6, #1
  str    r6, [sp, #frame_pixels]
  bne    .Lpixel\@
  leave_frame \frame
.endm

/* void nook_dw_3x3_dsp(const nook_dw_3x3* job, const int32_t* `offsets`) */
function nook_dw_3x3_dsp
  dw_3x3 8, frame_bytes, finish_twice
endfunction

/* void nook_dw_3x3_relu_dsp(const nook_dw_3x3* job, const int32_t* `offsets`) */
function nook_dw_3x3_relu_dsp
  dw_3x3 8, frame_bytes, finish_once
endfunction

/* void nook_dw_3x3_s4_dsp(const nook_dw_3x3* job, const int32_t* `offsets`) */
function nook_dw_3x3_s4_dsp
  dw_3x3 4, frame_s4_bytes, finish_twice_s4
endfunction

/* void nook_dw_3x3_relu_s4_dsp(const nook_dw_3x3* job, const int32_t* `offsets`) */
function nook_dw_3x3_relu_s4_dsp
  dw_3x3 4, frame_s4_bytes, finish_once_s4
endfunction
