/* Dot products of floats with vectors, across outputs whose weights have any stride. */
#define function_name nook_dot_columns_f32_rvvf
#define load_weights vlse32.v v0, (weights), output_step
#include "nook/kernels/asm/dot_f32_rvvf.inc"
