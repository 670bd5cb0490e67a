/* SPLIT: x in equal parts along one axis. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SPLIT_SPLIT_H_
#define NOOK_OPS_SPLIT_SPLIT_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x is [outer][outputs][run], output i is [outer][run]. */
typedef struct nook_split {
  int32_t outer, outputs;
  int32_t run; /* bytes */
} nook_split;

void nook_split_ref(const nook_split* p, const void* x, void* const* y, void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
