/* nook_one_scale_sixes_unpacked_dsp(row, packed): see one_scale_unpacked_dsp.h. */
#include "nook/kernels/asm/one_scale_groups.inc"

.equ frame_row, 256 /* a copy; inputs are below it */
.equ frame_bytes, 284

function nook_one_scale_sixes_unpacked_dsp
  enter_frame frame_bytes
  ldmia  r0, {r2, r3, r4, r5, r6, r7, r8}
  sub    r0, r5, r4
  add    r0, sp, r0, lsl #1
  mov    r9, r4
  mov    r4, r0 /* address of the inputs from here on */
  add    r12, sp, #frame_row
  stmia  r12, {r2, r3, r4, r5, r6, r7, r8}
3: /* unpacks the next eight inputs */
  ldr    r6, [r9], #4
  ldr    r4, [r9], #4
  unpack r6, r7
  unpack r4, r5
  stmdb  r0!, {r4, r5, r6, r7}
  cmp    sp, r0
  bne    3b
  ldr    inputs, [r12, #one_scale_row_x]
  .balign 4
1: /* next six outputs */
  ldmia  packed!, {sum0, sum1, sum2, sum3, sum4, sum5} /* biases */
  .balign 4
2:
  iteration_of_six load_four_unpacked, load_last_unpacked
  finish_group frame_row, 6
  leave_frame frame_bytes
endfunction
