/* nook_mul_f32_mve_sixteens(a, b, y, sixteens, vectors, range): see sixteens_f32_mve.h. */
#include "nook/kernels/asm/float_vectors_mve.inc"

function nook_mul_f32_mve_sixteens
  sixteens vmul.f32
endfunction
