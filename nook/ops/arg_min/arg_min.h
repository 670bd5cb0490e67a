/* ARG_MIN: the index of the smallest element along one axis, the first of equals. Kernel contract, for C99
 * and C++. */
#ifndef NOOK_OPS_ARG_MIN_ARG_MIN_H_
#define NOOK_OPS_ARG_MIN_ARG_MIN_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x is [outer][size][inner], y is [outer][inner]. */
typedef struct nook_arg_min {
  int32_t outer, size, inner;
} nook_arg_min;

void nook_arg_min_s8_ref(const nook_arg_min* p, const int8_t* x, int32_t* y, void* scratch_memory);
void nook_arg_min_f32_ref(const nook_arg_min* p, const float* x, int32_t* y, void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
