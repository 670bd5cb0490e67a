/* DYNAMIC_UPDATE_SLICE: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_DYNAMIC_UPDATE_SLICE_DYNAMIC_UPDATE_SLICE_H_
#define NOOK_OPS_DYNAMIC_UPDATE_SLICE_DYNAMIC_UPDATE_SLICE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y = x, with `update` at `start`, which is clamped so that `update` is entirely within x. */
typedef struct nook_update_slice {
  int32_t rank;
  int32_t bytes;       /* bytes of x */
  int32_t run;         /* bytes of a row of `update` */
  int32_t start_bytes; /* bytes of one number of `start`: 4 or 8 */
  int32_t most[6];     /* [rank] the largest start of each dimension */
  int32_t stride[6];   /* [rank] bytes of x */
  int32_t dim[6];      /* [rank] dimensions of `update`; the last is 1, a row */
} nook_update_slice;

/* x and y may be the same memory. */
void nook_update_slice_ref(const nook_update_slice* p, const void* x, const void* update, const void* start,
                           void* y, void* scratch_memory);

NOOK_END_C

#endif
