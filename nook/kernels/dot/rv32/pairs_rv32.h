/* Fully connected layers on cores with 32 registers, two inputs for one multiplication: with
 * X = x2 + 2^16 * x0 and W = w0 + 2^16 * w2, the high half of X * W is x0 * w0 + x2 * w2, and what the low
 * half carries. Sixteen outputs at a time.
 *
 * The stream is that of dot_lanes_rv32.h in one part, but for sixteen outputs, with weights that are 128 more
 * than they are (so that two of them are a word and a mask), and rests whose place is the input. Four inputs
 * take ten instructions for an output and 16 for all sixteen: 2.75 for a multiply-accumulate. Two such
 * products are added; what 128 adds to them is known from the inputs. With 2^15 the low half is never
 * negative, and all four products are in the high half if 128 times their weights' magnitudes is in int16. */
#ifndef NOOK_KERNELS_DOT_RV32_PAIRS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_PAIRS_RV32_H_

#define NOOK_PAIRS_RV32 16

#endif
