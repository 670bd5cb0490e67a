/* MINIMUM: y = the smaller of a and b, of the values as they are: scales and zero points are not looked at.
 * Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_MINIMUM_MINIMUM_H_
#define NOOK_OPS_MINIMUM_MINIMUM_H_

#include "nook/ops/families/binary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* y is dense. An operand of its width that is not repeated may have the memory of y. */
void nook_minimum_s8_ref(const nook_binary* p, const int8_t* a, const int8_t* b, int8_t* y,
                         void* scratch_memory);
void nook_minimum_f32_ref(const nook_binary* p, const float* a, const float* b, float* y,
                          void* scratch_memory);
void nook_minimum_s16_ref(const nook_binary* p, const int16_t* a, const int16_t* b, int16_t* y,
                          void* scratch_memory);
void nook_minimum_s32_ref(const nook_binary* p, const int32_t* a, const int32_t* b, int32_t* y,
                          void* scratch_memory);
void nook_minimum_s64_ref(const nook_binary* p, const void* a, const void* b, int64_t* y,
                          void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
