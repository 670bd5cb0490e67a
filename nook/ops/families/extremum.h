/* The larger or the smaller of two operands: kernel contracts, for C99 and C++. The forms are in
 * extremum_op.h. */
#ifndef NOOK_OPS_FAMILIES_EXTREMUM_H_
#define NOOK_OPS_FAMILIES_EXTREMUM_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y = a > b ? a : b if `largest`, else a < b ? a : b; b if one of them is NaN. */
typedef struct nook_extremum {
  nook_binary_walk walk;
  int32_t largest;
} nook_extremum;

/* y is dense. An operand that is not repeated may share memory with y. */
void nook_extremum_s8_ref(const nook_extremum* p, const int8_t* a, const int8_t* b, int8_t* y,
                          void* scratch_memory);
void nook_extremum_f32_ref(const nook_extremum* p, const float* a, const float* b, float* y,
                           void* scratch_memory);
void nook_extremum_s16_ref(const nook_extremum* p, const int16_t* a, const int16_t* b, int16_t* y,
                           void* scratch_memory);
void nook_extremum_s32_ref(const nook_extremum* p, const int32_t* a, const int32_t* b, int32_t* y,
                           void* scratch_memory);
void nook_extremum_s64_ref(const nook_extremum* p, const void* a, const void* b, int64_t* y,
                           void* scratch_memory);

NOOK_END_C

#endif
