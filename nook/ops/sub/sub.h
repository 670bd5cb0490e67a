/* SUB: kernel contract, for C99 and C++. The operator is in sub_op.h. */
#ifndef NOOK_OPS_SUB_SUB_H_
#define NOOK_OPS_SUB_SUB_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y is dense. An operand that isn't repeated may have the memory of y, see the rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y, void* scratch_memory);
#include "nook/ops/sub/s8.inc"
#undef NOOK_KERNEL

void nook_sub_f32_ref(const nook_binary_f32* p, const float* a, const float* b, float* y,
                      void* scratch_memory);
void nook_sub_s16_ref(const nook_binary_sum* p, const int16_t* a, const int16_t* b, int16_t* y,
                      void* scratch_memory);

/* int32 without a scale; wraps around. */
void nook_sub_s32_ref(const nook_binary_s32* p, const int32_t* a, const int32_t* b, int32_t* y,
                      void* scratch_memory);

NOOK_END_C

#endif
