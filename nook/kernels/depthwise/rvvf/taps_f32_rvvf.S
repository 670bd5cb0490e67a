/* Depthwise convolutions of floats with vectors, across channels. */
#include "nook/kernels/asm/windows_f32_rvvf.inc"

#define taps_left temp0

.macro begin
.endm

.macro taps_of_row pixels
  mv   taps_left, taps
.Ltap\@:
  vle32.v v0, (weights)
  add  weights, weights, weight_step
  vle32.v v8, (x0)
  add  x0, x0, tap_step
  vfmul.vv v8, v8, v0
  vfadd.vv v16, v16, v8
  .if \pixels > 1
  vle32.v v8, (x1)
  add  x1, x1, tap_step
  vfmul.vv v8, v8, v0
  vfadd.vv v24, v24, v8
  .endif
  addi taps_left, taps_left, -1
  bnez taps_left, .Ltap\@
.endm

function nook_taps_f32_rvvf
  all_tiles 1
endfunction
