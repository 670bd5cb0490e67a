/* Dot products of pixels in twos, on cores with DSP instructions, of layers with a fused RELU: four outputs
 * of both at a time, which share all weights. The inputs of the two are unpacked once.
 *
 * The stream (pack_twos.h makes it) has for each four outputs the weights of the first two inputs that are
 * multiplied together, two words; what the four sums begin as; the weights of the others; then {scale,
 * multiplier, plus} of each output (fixed_once.h, of the second and fourth 8 - scale). Two outputs share a
 * word as in dot_eight_dsp.h. Inputs are multiplied in the order 0 2, 1 3, 4 6, 5 7, ..., what is behind
 * whole words one after the other. Where the outputs are no multiple of four, the last four of the stream are
 * the last four outputs, which overlap those before. */
#ifndef NOOK_OPS_SHARED_DOT_TWOS_DSP_H_
#define NOOK_OPS_SHARED_DOT_TWOS_DSP_H_

#include "nook/ops/shared/dot_job.h"

/* How many words two pixels are unpacked to, and bytes of the stream for four outputs. */
static inline int32_t nook_twos_words(int32_t depth) { return (depth + 1) / 2 * 2; }
static inline int32_t nook_twos_four(int32_t depth) { return (depth + 1) / 2 * 8 + 64; }

/* At least four inputs and four outputs; `inputs` has room for the words of two pixels. The caller clamps.
 * For four outputs of two pixels 12 instructions for two inputs (8 multiply), 3 for sixteen inputs,
 * and 50; two pixels 8 for four inputs and 37. One pixel that is left takes as many as two. */
void nook_dot_twos_dsp(const nook_dot_job* job, int32_t* inputs);

#endif
