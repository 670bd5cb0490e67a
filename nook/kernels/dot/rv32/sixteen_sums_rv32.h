/* pairs.h on cores with 32 registers. Four inputs take ten instructions per output and 16 for all sixteen:
 * 2.75 per multiply-accumulate. */
#ifndef NOOK_KERNELS_DOT_RV32_SIXTEEN_SUMS_RV32_H_
#define NOOK_KERNELS_DOT_RV32_SIXTEEN_SUMS_RV32_H_

#include <stdint.h>

/* Returns the end of the weights. */
const void* nook_sixteen_sums_rv32(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums);

#endif
