/* GATHER: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_GATHER_GATHER_H_
#define NOOK_OPS_GATHER_GATHER_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* x is [batch][outer][limit][run], indices are [batch][count], y is [batch][outer][count][run]: the
 * segments of x at the indices, which are clamped to [0, limit). */
typedef struct nook_gather_segments {
  int32_t batch, outer;
  int32_t limit, count;
  int32_t run;         /* bytes */
  int32_t index_bytes; /* bytes of an index: 4 or 8 */
} nook_gather_segments;

void nook_gather_segments_ref(const nook_gather_segments* p, const void* x, const void* indices, void* y,
                              void* scratch_memory);

NOOK_END_C

#endif
