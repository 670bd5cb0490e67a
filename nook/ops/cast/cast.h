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
  NOOK_CAST_BOOL /* of x only; any byte but 0 is 1 */
};

/* y = x in another type. float32 loses its fraction; beyond the other type it becomes the nearest number
 * there, and no number 0. Integers lose their upper bits. */
typedef struct nook_cast {
  int32_t size;     /* elements */
  int32_t from, to; /* nook_cast_type */
} nook_cast;

/* x and y dense; how they may overlap, see the row. */
void nook_cast_ref(const nook_cast* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
