/* dot_job.h on cores with DSP instructions. Inputs are read four at a time. If the depth is not a multiple of
 * four, the second four inputs overlap the first; if it is less than four, four bytes must still be readable.
 *
 * The packed weights (pack_eight.h) have, for each eight outputs: their initial sums, 32 bytes; the weights,
 * for four inputs at a time, 32 bytes; then the requantization, starting with the last two outputs. That is
 * {scale, multiplier, plus} of each output (fixed_once.h; the second scale of a pair is stored as 8 - scale),
 * 96 bytes, or a word of 0 and {multiplier, power} of each (fixed_output.h, small factors), 68 bytes. A last
 * group of one to six outputs has only as many pairs as needed.
 *
 * The weights a and b of two outputs for one input share a halfword, 256 * b + a. Multiplying two inputs by
 * two such halfwords sums 256 * (x . b) + x . a; multiplying them by the sign-extended low bytes sums x . a;
 * the difference is 256 * (x . b). That needs one unpacking instruction per four weights; unpacking four
 * weights of one output would need two. */
#ifndef NOOK_KERNELS_DOT_ARMV7EM_DOT_EIGHT_DSP_H_
#define NOOK_KERNELS_DOT_ARMV7EM_DOT_EIGHT_DSP_H_

#include "nook/kernels/dot/dot_job.h"

/* 31 instructions for 32 multiply-accumulates (16 smlad, 8 to unpack weights, 4 to load them, 3 for the
 * inputs), 3 for the loop per four such blocks; 4.9 per output if negative outputs are clamped, else 6.9; 11
 * per eight outputs. For one to three pairs of outputs at the end 5 and 7 per pair. */
void nook_dot_eight_dsp(const nook_dot_job* job);

#endif
