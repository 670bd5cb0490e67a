/* ARG_MAX: the index of the largest element along one axis, the first of equals. Kernel contract, for C99 and
 * C++. */
#ifndef NOOK_OPS_ARG_MAX_ARG_MAX_H_
#define NOOK_OPS_ARG_MAX_ARG_MAX_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x is [outer][size][inner], y is [outer][inner]. */
typedef struct nook_arg_max {
  int32_t outer, size, inner;
} nook_arg_max;

void nook_arg_max_s8_ref(const nook_arg_max* p, const int8_t* x, int32_t* y, void* scratch_memory);
void nook_arg_max_f32_ref(const nook_arg_max* p, const float* x, int32_t* y, void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
