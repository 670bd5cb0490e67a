#ifndef NOOK_KERNELS_DOT_RV32_DOT_LANES_SUMS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_DOT_LANES_SUMS_RV32_H_

#include <stdint.h>

/* Computes the `both` sums of eight outputs, then their `second` sums; adds to the sums at `from`, or to 0 if
 * `begins` is not 0. Returns the end of the weights. */
const void* nook_dot_lanes_sums_rv32(const uint32_t* x, const void* weights, const uint32_t* end,
                                     uint32_t* sums, const uint32_t* from, int32_t begins);

#endif
