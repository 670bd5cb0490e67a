/* ZEROS_LIKE: kernel contract, for C99 and C++. The operator is in zeros_like_op.h. */
#ifndef NOOK_OPS_ZEROS_LIKE_ZEROS_LIKE_H_
#define NOOK_OPS_ZEROS_LIKE_ZEROS_LIKE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = 0 */
typedef struct nook_zeros_like {
  int32_t bytes; /* bytes of y */
} nook_zeros_like;

/* y is dense. x is not read. */
void nook_zeros_like_ref(const nook_zeros_like* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
