/* The largest floats of a window with vectors. A NaN is never larger, and the first zero stays. */
#include "nook/kernels/asm/float_pool_rvvf.inc"

.macro load_of_window
  set_float of_window, 0xff7fffff, temp /* -FLT_MAX */
.endm
.macro begin_window
  vfmv.v.f v8, of_window
.endm
.macro add_pixel
  vmflt.vv v0, v8, v16
  vmerge.vvm v8, v8, v16, v0
.endm
.macro end_window
.endm

function nook_max_pool_f32_rvvf
  channels_of_pixel
endfunction
