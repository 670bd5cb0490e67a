/* Dot products of floats with vectors, across outputs. */
#define function_name nook_dot_f32_rvvf
#define load_weights vle32.v v0, (weights)
#include "nook/kernels/asm/dot_f32_rvvf.inc"
