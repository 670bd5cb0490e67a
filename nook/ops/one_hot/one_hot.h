/* ONE_HOT: kernel contract, for C99 and C++. The operator is in one_hot_op.h. */
#ifndef NOOK_OPS_ONE_HOT_ONE_HOT_H_
#define NOOK_OPS_ONE_HOT_ONE_HOT_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* y[o][d][i] = on if indices[o][i] is d, else off. */
typedef struct nook_one_hot {
  int32_t outer, depth, inner;
  int32_t element_bytes;     /* bytes of an element of on, off and y */
  int32_t bytes_of_an_index; /* 4 or 8 */
} nook_one_hot;

/* indices [outer][inner], y [outer][depth][inner]; y shares no byte with the others. 64-bit indices need an
 * alignment of only 4 bytes. */
void nook_one_hot_ref(const nook_one_hot* p, const void* indices, const void* on, const void* off, void* y,
                      void* scratch_memory);

NOOK_END_C

#endif
