/* nook_one_scale_sixes_dsp(row, packed) and nook_one_scale_fours_dsp(row, packed): see one_scale_dsp.h. */
#include "nook/kernels/asm/one_scale_groups.inc"

.equ frame_bytes, 28 /* a copy of the row */

/* A jump to an unaligned 32-bit instruction takes one more cycle. */
.macro begin
  enter_frame frame_bytes
  ldmia  r0, {r2, r3, r4, r5, r6, r7, r8}
  stmia  sp, {r2, r3, r4, r5, r6, r7, r8}
  mov    r0, r4
  .balign 4
1:
.endm

function nook_one_scale_sixes_dsp
  begin
  ldmia  packed!, {sum0, sum1, sum2, sum3, sum4, sum5} /* biases */
  .balign 4
2:
  iteration_of_six load_four, load_last
  finish_group 0, 6
  leave_frame frame_bytes
endfunction

function nook_one_scale_fours_dsp
  begin
  ldmia  packed!, {sum0, sum1, sum2, sum3} /* biases */
  .balign 4
2:
  four_sums load_four
  four_sums load_four
  four_sums load_four
  four_sums load_last
  finish_group 0, 4
  leave_frame frame_bytes
endfunction
