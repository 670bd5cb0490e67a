/* pairs.h in portable C. */
#ifndef NOOK_KERNELS_DOT_C99_SIXTEEN_SUMS_REF_H_
#define NOOK_KERNELS_DOT_C99_SIXTEEN_SUMS_REF_H_

#include <stdint.h>

/* Four inputs take 43 instructions on RV32 for four outputs, and 21 for all sixteen: 3.0 per
 * multiply-accumulate. The words of x are on the stack, 384 bytes. Returns the end of the weights. */
const void* nook_sixteen_sums_ref(const int8_t* x, const void* weights, const int8_t* end, uint32_t* sums);

#endif
