/* LOGICAL_NOT: kernel contract, for C99 and C++. The operator is in logical_not_op.h. */
#ifndef NOOK_OPS_LOGICAL_NOT_LOGICAL_NOT_H_
#define NOOK_OPS_LOGICAL_NOT_LOGICAL_NOT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = 1 if x is 0, else 0 */
typedef struct nook_logical_not_bool {
  int32_t size; /* elements */
} nook_logical_not_bool;

/* x and y are dense; they may be the same memory. */
void nook_logical_not_ref(const nook_logical_not_bool* p, const uint8_t* x, uint8_t* y, void* scratch_memory);

NOOK_END_C

#endif
