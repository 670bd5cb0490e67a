/* CAST: kernel contract, for C99 and C++. The operator is in cast_op.h. */
#ifndef NOOK_OPS_CAST_CAST_H_
#define NOOK_OPS_CAST_CAST_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

enum nook_cast_type {
  NOOK_CAST_F32,
  NOOK_CAST_S8,
  NOOK_CAST_S16,
  NOOK_CAST_S32,
  NOOK_CAST_U32,
  NOOK_CAST_BOOL, /* any nonzero byte of x is 1; in y, any nonzero number is 1 */
  NOOK_CAST_U8,
  NOOK_CAST_S64,
  NOOK_CAST_U16
};

/* y = x in another type. float32 is truncated; values out of range become the nearest number of the other
 * type, and NaN becomes 0. Integers lose their upper bits. */
typedef struct nook_cast {
  int32_t size;     /* elements */
  int32_t from, to; /* nook_cast_type */
} nook_cast;

/* x and y are dense; the table's row says how they may overlap. */
void nook_cast_ref(const nook_cast* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
