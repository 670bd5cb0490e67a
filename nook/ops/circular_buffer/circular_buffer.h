/* CIRCULAR_BUFFER: returns the last inputs together, every few calls. Kernel contract, for C99 and C++. The
 * operator is in circular_buffer_op.h. */
#ifndef NOOK_OPS_CIRCULAR_BUFFER_CIRCULAR_BUFFER_H_
#define NOOK_OPS_CIRCULAR_BUFFER_CIRCULAR_BUFFER_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

typedef struct nook_circular_buffer_s8 {
  int32_t slots, depth; /* slots of y; bytes of a slot */
  int32_t cycles;       /* number of calls per result, at least 1 */
} nook_circular_buffer_s8;

/* y [slots][depth] keeps its value between calls: it drops its first slot and appends x [depth]. Returns 0 on
 * every `cycles`th call, and 1 on the others. `state` is an int32_t, 0 before the first call. */
int nook_circular_buffer_s8_ref(const nook_circular_buffer_s8* p, const int8_t* x, int8_t* y, void* state,
                                void* scratch_memory);

NOOK_END_C

#endif
