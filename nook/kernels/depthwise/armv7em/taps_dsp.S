/* Depthwise with any taps and DSP instructions, four channels at once; taps_dsp.h describes the packed
 * weights. In assembly, because compilers run out of registers. */
#include "nook/kernels/depthwise/armv7em/taps_dsp.inc"

/* Adds the products of two taps: combines their words to one pair per channel, and multiplies each by a pair
 * of weights. */
.macro two_taps
  ldrd   r5, r6, [offsets], #8
  ldmia  packed!, {r2, r4, r8, r9}
  ldr    r5, [x, r5]
  ldr    r6, [x, r6]
  pkhbt  r7, r5, r6, lsl #16
  pkhtb  r6, r6, r5, asr #16
  sxtb16 r5, r7
  sxtb16 r7, r7, ror #8
  smlad  sum0, r5, r2, sum0
  smlad  sum1, r7, r4, sum1
  sxtb16 r5, r6
  sxtb16 r6, r6, ror #8
  smlad  sum2, r5, r8, sum2
  smlad  sum3, r6, r9, sum3
.endm

/* Likewise for two inputs with two channels each. */
.macro two_taps_twice
  ldrd   r5, r6, [offsets], #8
  ldmia  packed!, {r2, r4, r8, r9}
  ldrh   r5, [x, r5]
  ldrh   r6, [x, r6]
  pkhbt  r5, r5, r6, lsl #16
  sxtb16 r6, r5, ror #8
  sxtb16 r5, r5
  smlad  sum0, r5, r2, sum0
  smlad  sum1, r5, r4, sum1
  smlad  sum2, r6, r8, sum2
  smlad  sum3, r6, r9, sum3
.endm

/* Likewise with weights of 4 bits, each of which becomes the upper 4 bits of a halfword. r4: the mask of
 * these. */
.macro weights_0_1 /* in r2 and r8 */
  and    r2, r4, r9, lsl #12
  and    r8, r4, r9, lsl #8
.endm
.macro weights_2_3 /* in r2 and r9 */
  and    r2, r4, r9, lsl #4
  and    r9, r4
.endm
.macro two_taps_s4
  ldrd   r5, r6, [offsets], #8
  ldr    r9, [packed], #4
  ldr    r5, [x, r5]
  ldr    r6, [x, r6]
  weights_0_1
  pkhbt  r7, r5, r6, lsl #16
  pkhtb  r6, r6, r5, asr #16
  sxtb16 r5, r7
  sxtb16 r7, r7, ror #8
  smlad  sum0, r5, r2, sum0
  smlad  sum1, r7, r8, sum1
  weights_2_3
  sxtb16 r5, r6
  sxtb16 r6, r6, ror #8
  smlad  sum2, r5, r2, sum2
  smlad  sum3, r6, r9, sum3
.endm
.macro two_taps_twice_s4
  ldrd   r5, r6, [offsets], #8
  ldr    r9, [packed], #4
  ldrh   r5, [x, r5]
  ldrh   r6, [x, r6]
  weights_0_1
  pkhbt  r5, r5, r6, lsl #16
  sxtb16 r6, r5, ror #8
  sxtb16 r5, r5
  smlad  sum0, r5, r2, sum0
  smlad  sum1, r5, r8, sum1
  weights_2_3
  smlad  sum2, r6, r2, sum2
  smlad  sum3, r6, r9, sum3
.endm

/* `bits` of a weight. `in_bytes`: bytes of x for four channels of y; `move_back` moves x by r6 channels
 * of y. */
.macro taps two_taps, bits, in_bytes, move_back:vararg
  enter_frame frame_bytes
.if \bits == 4
  mov    r4, #0xF000F000
.endif
  begin_taps \@
.Lpixel\@:
  ldr    r7, [sp, #frame_job]
  first_four taps_job_weights, taps_job_channels
.Lfour\@:
  all_taps \two_taps, \@
  add    x, #\in_bytes
.if \bits == 4
  finish_twice_s4
.else
  finish_twice
.endif
  store_four
  next_four .Lfour\@, \move_back
  ldr    r7, [sp, #frame_job]
  next_pixel .Lpixel\@
  leave_frame frame_bytes
.endm

/* void nook_taps_dsp(const nook_taps_job* job) */
function nook_taps_dsp
  taps two_taps, 8, 4, add x, r6
endfunction

/* void nook_taps_twice_dsp(const nook_taps_job* job) */
function nook_taps_twice_dsp
  taps two_taps_twice, 8, 2, add x, x, r6, asr #1
endfunction

/* void nook_taps_s4_dsp(const nook_taps_job* job) */
function nook_taps_s4_dsp
  taps two_taps_s4, 4, 4, add x, r6
endfunction

/* void nook_taps_twice_s4_dsp(const nook_taps_job* job) */
function nook_taps_twice_s4_dsp
  taps two_taps_twice_s4, 4, 2, add x, x, r6, asr #1
endfunction
