/* STRIDED_SLICE: kernel contract, for C99 and C++. The operator is in strided_slice_op.h. */
#ifndef NOOK_OPS_STRIDED_SLICE_STRIDED_SLICE_H_
#define NOOK_OPS_STRIDED_SLICE_STRIDED_SLICE_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"
#include "nook/ops/reference/gather.h"

NOOK_BEGIN_C

/* y = elements of x at regular strides between two bounds, in each dimension. */
typedef nook_gather nook_strided_slice;

/* x and y are dense. The table's rows say how far they may overlap. */
void nook_strided_slice_ref(const nook_strided_slice* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
