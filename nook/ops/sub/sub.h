/* SUB: kernel contract, for C99 and C++. The operator is in sub_op.h. */
#ifndef NOOK_OPS_SUB_SUB_H_
#define NOOK_OPS_SUB_SUB_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/families/binary.h"

NOOK_BEGIN_C

/* y is dense. An operand that is not broadcast may share memory with y; see the table's rows. */
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) \
  void symbol(const nook_binary_sum_s8* p, const int8_t* a, const int8_t* b, int8_t* y, void* scratch_memory);
#include "nook/ops/sub/s8.inc"
#undef NOOK_KERNEL

#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) nook_binary_f32_kernel symbol;
#include "nook/ops/sub/f32.inc"
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, accepts, scratch, overlap, packing) nook_binary_sum_kernel symbol;
#include "nook/ops/sub/s16.inc"
#undef NOOK_KERNEL

/* int32 without a scale; wraps around. */
nook_binary_s32_kernel nook_sub_s32_ref;

NOOK_END_C

#endif
