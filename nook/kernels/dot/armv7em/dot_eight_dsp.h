/* dot_job.h on cores with DSP instructions. Inputs are read four at a time, the first and the second four
 * overlap if the depth is not a multiple of four: four bytes must be readable where it is less.
 *
 * The stream (pack_eight.h makes it) has for each eight outputs: what their sums begin as, 32 bytes; the
 * weights of four inputs at a time, 32 bytes; then how sums become outputs, those of the last two outputs
 * first. That is {scale, multiplier, plus} of each output (fixed_once.h, of the second of two 8 - scale), 96
 * bytes, or a word of 0 and {multiplier, power} of each (fixed_output.h, small factors), 68 bytes. Of one to
 * six outputs at the end it has as many pairs as they are.
 *
 * Two weights share a halfword, 256 * b + a, of two outputs with the same input. A multiplication of two
 * inputs with two such halfwords sums 256 * (x . b) + x . a; one with their sign-extended low bytes sums
 * x . a; the difference of the two sums is 256 * (x . b). That needs one instruction of unpacking for four
 * weights, where bytes that are four inputs of one output need two. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_EIGHT_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_EIGHT_DSP_H_

#include "nook/kernels/dot/dot_job.h"

/* 31 instructions for 32 multiply-accumulates (16 smlad, 8 that unpack weights, 4 that load them, 3 for the
 * inputs), 3 for the loop around four such blocks; for an output 4.9 if negative ones are clamped away, 6.9
 * if they are not; 11 for all eight. For one to three pairs of outputs at the end 5 and 7 for a pair. */
void nook_dot_eight_dsp(const nook_dot_job* job);

#endif
