/* Two inputs per multiplication, for sixteen outputs of a fully connected layer at once: with
 * X = x2 + 2^16 * x0 and W = w0 + 2^16 * w2, the high half of X * W is x0 * w0 + x2 * w2 plus the carry of
 * the low half.
 *
 * The packed weights have the layout of dot_lanes_rv32.h in one part, with sixteen outputs per block, weights
 * stored plus 128 (so that a mask extracts two of them), and the offset of a rest is the index of its input.
 * Two products are added; the contribution of the added 128 is computed from the inputs. With 2^15 added, the
 * low half is never negative, and all four products are in the high half if 128 times the magnitudes of their
 * weights fits int16. */
#ifndef NOOK_KERNELS_DOT_PAIRS_H_
#define NOOK_KERNELS_DOT_PAIRS_H_

enum { NOOK_PAIRS = 16 };

#endif
