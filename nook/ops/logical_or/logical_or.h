/* LOGICAL_OR: y = a or b; bool is a byte, 0 or 1. Kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_LOGICAL_OR_LOGICAL_OR_H_
#define NOOK_OPS_LOGICAL_OR_LOGICAL_OR_H_

#include "nook/ops/families/binary.h"

#ifdef __cplusplus
extern "C" {
#endif

/* y is dense. An operand of its width that is not repeated may have the memory of y. */
void nook_logical_or_bool_ref(const nook_binary* p, const uint8_t* a, const uint8_t* b, uint8_t* y,
                              void* scratch_memory);

#ifdef __cplusplus
}
#endif

#endif
