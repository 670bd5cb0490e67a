/* Depthwise with any taps, DSP instructions and several outputs for each channel: one group of four outputs
 * in each pixel; see taps_of_channels_dsp.h. */
#include "nook/kernels/depthwise/armv7em/taps_dsp.inc"

/* Adds the products of two taps of one channel: a pair of inputs times a pair of weights for each output. */
.macro two_taps_of_one
  ldrd   r5, r6, [offsets], #8
  ldmia  packed!, {r2, r4, r8, r9}
  ldrsb  r5, [x, r5]
  ldrsb  r6, [x, r6]
  pkhbt  r5, r5, r6, lsl #16
  smlad  sum0, r5, r2, sum0
  smlad  sum1, r5, r4, sum1
  smlad  sum2, r5, r8, sum2
  smlad  sum3, r5, r9, sum3
.endm

/* Likewise for two adjacent channels, whose pairs become r5 and r6; x1 and x2: those that outputs 1 and 2
 * read. */
.macro two_taps_of_two x1, x2
  ldrd   r5, r6, [offsets], #8
  ldmia  packed!, {r2, r4, r8, r9}
  ldrh   r5, [x, r5]
  ldrh   r6, [x, r6]
  pkhbt  r5, r5, r6, lsl #16
  sxtb16 r6, r5, ror #8
  sxtb16 r5, r5
  smlad  sum0, r5, r2, sum0
  smlad  sum1, \x1, r4, sum1
  smlad  sum2, \x2, r8, sum2
  smlad  sum3, r6, r9, sum3
.endm
.macro two_taps_after_one
  two_taps_of_two r6, r6
.endm
.macro two_taps_after_two
  two_taps_of_two r5, r6
.endm
.macro two_taps_after_three
  two_taps_of_two r5, r5
.endm

.macro group_of_outputs two_taps
  enter_frame frame_bytes
  begin_taps \@
.Lpixel\@:
  ldr    r7, [sp, #frame_job]
  ldr    packed, [r7, #taps_job_weights]
  all_taps \two_taps, \@
  finish_twice
  bfi    sum0, sum1, #8, #8
  bfi    sum0, sum2, #16, #8
  bfi    sum0, sum3, #24, #8
  ldr    r7, [sp, #frame_job]
  ldr    r5, [sp, #frame_y]
  str    sum0, [r5]
  ldr    r6, [r7, #taps_job_channels]
  add    r5, r6
  str    r5, [sp, #frame_y]
  next_pixel .Lpixel\@
  leave_frame frame_bytes
.endm

/* void nook_taps_of_one_dsp(const nook_taps_job* job) */
function nook_taps_of_one_dsp
  group_of_outputs two_taps_of_one
endfunction

/* void nook_taps_after_one_dsp(const nook_taps_job* job) */
function nook_taps_after_one_dsp
  group_of_outputs two_taps_after_one
endfunction

/* void nook_taps_after_two_dsp(const nook_taps_job* job) */
function nook_taps_after_two_dsp
  group_of_outputs two_taps_after_two
endfunction

/* void nook_taps_after_three_dsp(const nook_taps_job* job) */
function nook_taps_after_three_dsp
  group_of_outputs two_taps_after_three
endfunction
