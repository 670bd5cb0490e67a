/* nook_max_pool_f32_fpu(job, x, y): see max_f32_fpu.h. A window begins with its first pixel. Where that
 * leaves an infinity or a NaN, it begins again with the lowest float, as the reference does. In assembly,
 * because compilers load one float at a time. */
#include "nook/kernels/asm/float_pool.inc"

again .req lr /* whether the window began with the lowest float */

.macro begin_window lanes
  load_results \lanes
  mov    again, #0
  add    at, step
  subs   left, width, #1
  beq.n  .Lrow_end_\lanes
.endm
.macro next_pixel result, x
  not_below \result, \x
.endm
.macro end_window lanes
.endm
.macro not_finite lanes
  cmp    again, #0
  bne.n  .Lclamp_\lanes
  mov    again, #1
  mvn    r12, #0x00800000
.irp result, s0, s1, s2, s3, s4, s5, s6, s7
  vmov   \result, r12
.endr
  mov    at, first
  ldr    rows, [job, #pool_f32_pixel_rows]
  mov    left, width
  b.w    .Lpixel_\lanes
.endm

function nook_max_pool_f32_fpu
  channels_of_pixel
endfunction
