/* nook_mul_f32_fpu_sixteens(a, b, y, sixteens, vectors, range): see sixteens_f32.h. */
#include "nook/kernels/asm/float_vectors.inc"

function nook_mul_f32_fpu_sixteens
  sixteens vmul.f32
endfunction
