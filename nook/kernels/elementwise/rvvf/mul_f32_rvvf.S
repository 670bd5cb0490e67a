/* Products of vectors of floats. */
#include "nook/kernels/asm/run_f32_rvvf.inc"

.macro of_vectors
  vfmul.vv v8, v8, v16
.endm
.macro of_number_and_vector
  vfmul.vf v8, v8, number
.endm
.macro of_vector_and_number
  vfmul.vf v8, v8, number
.endm

function nook_mul_run_f32_rvvf
  run_of_vectors
endfunction
