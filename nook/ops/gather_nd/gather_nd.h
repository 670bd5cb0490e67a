/* GATHER_ND: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_GATHER_ND_GATHER_ND_H_
#define NOOK_OPS_GATHER_ND_GATHER_ND_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* indices are [count][depth], y is [count][run]: the run of x at each position. Indices are clamped to the
 * dimensions of x. */
typedef struct nook_gather_nd {
  int32_t count, depth;
  int32_t run;         /* bytes */
  int32_t index_bytes; /* bytes of an index: 4 or 8 */
  int32_t limit[6];    /* [depth] the dimensions of x */
  int32_t stride[6];   /* [depth] bytes */
} nook_gather_nd;

void nook_gather_nd_ref(const nook_gather_nd* p, const void* x, const void* indices, void* y,
                        void* scratch_memory);

NOOK_END_C

#endif
