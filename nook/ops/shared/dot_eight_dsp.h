/* dot_job.h on cores with DSP instructions. Inputs are read four at a time, the first and the second four
 * overlap where the depth is no multiple of four: four bytes must be readable where it is less.
 *
 * The stream (pack_dots.h makes it) has for each eight outputs: the weights of four inputs at a time, 32
 * bytes, then {bias, multiplier, power} of each output, 96 bytes (fixed_output.h), those of the last two
 * outputs first. Of one to six outputs at the end it has as many pairs as they are.
 *
 * Two weights share a halfword, 256 * b + a, of two outputs with the same input. A multiplication of two
 * inputs with two such halfwords sums 256 * (x . b) + x . a; one with their sign-extended low bytes sums
 * x . a; the difference of the two sums is 256 * (x . b). That needs one instruction of unpacking for four
 * weights, where bytes that are four inputs of one output need two. */
#ifndef NOOK_OPS_SHARED_DOT_EIGHT_DSP_H_
#define NOOK_OPS_SHARED_DOT_EIGHT_DSP_H_

#include "nook/ops/shared/dot_job.h"

/* 31 instructions for 32 multiply-accumulates (16 smlad, 8 that unpack weights, 4 that load them, 3 for the
 * inputs), 3 for the loop around two such blocks, and 10 for an output; for one to three pairs of outputs at
 * the end 5 and 7 for a pair. */
void nook_dot_eight_dsp(const nook_dot_job* job);

#endif
