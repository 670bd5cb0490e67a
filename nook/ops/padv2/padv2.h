/* PADV2: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_PADV2_PADV2_H_
#define NOOK_OPS_PADV2_PADV2_H_

#include "nook/core/c_linkage.h"
#include "nook/ops/pad/pad.h"

NOOK_BEGIN_C

/* Like PAD, but filled with an element instead of bytes. */
typedef struct nook_padv2 {
  nook_pad margins; /* `fill` is ignored */
  int32_t element_bytes;
} nook_padv2;

void nook_padv2_ref(const nook_padv2* p, const void* x, const void* value, void* y, void* scratch_memory);
/* Computes row `oy` of a single image y. */
void nook_padv2_ref_row(const nook_padv2* p, const nook_rows* x, int32_t oy, const void* value, void* y_row,
                        void* scratch_memory);

NOOK_END_C

#endif
