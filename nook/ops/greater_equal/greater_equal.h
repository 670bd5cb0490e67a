/* GREATER_EQUAL: y = a >= b; bool is a byte, 0 or 1. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_GREATER_EQUAL_GREATER_EQUAL_H_
#define NOOK_OPS_GREATER_EQUAL_GREATER_EQUAL_H_

#include "nook/ops/families/binary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* y is dense. An operand of its width that is not repeated may have the memory of y. */
void nook_greater_equal_s8_ref(const nook_binary_compare* p, const int8_t* a, const int8_t* b, uint8_t* y,
                               void* scratch_memory);
void nook_greater_equal_f32_ref(const nook_binary* p, const float* a, const float* b, uint8_t* y,
                                void* scratch_memory);
void nook_greater_equal_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, uint8_t* y,
                                void* scratch_memory);
void nook_greater_equal_s64_ref(const nook_binary* p, const void* a, const void* b, uint8_t* y,
                                void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
