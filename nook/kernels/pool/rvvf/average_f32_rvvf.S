/* The means of a window of floats with vectors. */
#include "nook/kernels/asm/float_pool_rvvf.inc"

.macro load_of_window
  flw  of_window, pool_f32_pixel_count(job)
.endm
.macro begin_window
  vmv.v.i v8, 0
.endm
.macro add_pixel
  vfadd.vv v8, v8, v16
.endm
.macro end_window
  vfdiv.vf v8, v8, of_window
.endm

function nook_average_pool_f32_rvvf
  channels_of_pixel
endfunction
