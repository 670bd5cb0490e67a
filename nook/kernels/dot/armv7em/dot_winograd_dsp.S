/* nook_dot_winograd_dsp(v, packed, to): see dot_winograd_dsp.h. */
#include "nook/kernels/asm/tile_w16.inc"

/* The frame. */
.equ frame_to, 0 /* destination of the sums */
.equ frame_end, 4 /* end of V */
.equ frame_bytes, 12

/* Two channels; 24 repetitions complete a position of the tiles. */
function nook_dot_winograd_dsp
  enter_frame frame_bytes
  add    r3, inputs, #6 * 192
  strd   r2, r3, [sp, #frame_to]
1:
  first_two_channels
  .rept 23
  two_channels
  .endr
  ldrd   r4, r3, [sp, #frame_to]
  stmia  r4!, {first0, first1, first2, first3, second0, second1, second2, second3}
  str    r4, [sp, #frame_to]
  cmp    inputs, r3
  bne.w  1b
  mov    r0, packed
  leave_frame frame_bytes
endfunction
