/* nook_add_f32_fpu_sixteens(a, b, y, sixteens, vectors, range): see sixteens_f32.h. */
#include "nook/kernels/asm/float_vectors.inc"

function nook_add_f32_fpu_sixteens
  sixteens vadd.f32
endfunction
