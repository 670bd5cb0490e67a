/* The larger or the smaller of two operands: kernel contracts, for C99 and C++. The forms are in
 * extremum_op.h. */
#ifndef NOOK_OPS_FAMILIES_EXTREMUM_H_
#define NOOK_OPS_FAMILIES_EXTREMUM_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y = a > b ? a : b if `largest`, else a < b ? a : b; b if one of them is NaN. With keeps_nan, which
 * only float kernels read, y is NaN if one of them is. */
typedef struct nook_extremum {
  nook_binary_walk walk;
  int32_t largest, keeps_nan;
} nook_extremum;

/* Elements of the type in the kernel's name. y is dense. An operand that is not broadcast may share memory
 * with y. */
typedef void nook_extremum_kernel(const nook_extremum* p, const void* a, const void* b, void* y,
                                  void* scratch_memory);
nook_extremum_kernel nook_extremum_s8_ref, nook_extremum_s16_ref, nook_extremum_s32_ref,
    nook_extremum_s64_ref, nook_extremum_f32_ref;

NOOK_END_C

#endif
