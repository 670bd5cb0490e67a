/* SPACE_TO_BATCH_ND: kernel contract, for C99 and C++. */
#ifndef NOOK_OPS_SPACE_TO_BATCH_ND_SPACE_TO_BATCH_ND_H_
#define NOOK_OPS_SPACE_TO_BATCH_ND_SPACE_TO_BATCH_ND_H_

#include <stdint.h>

#include "nook/core/c_linkage.h"

NOOK_BEGIN_C

/* x is [batch][in_h][in_w][run], y is [block_h][block_w][batch][out_h][out_w][run]: the pixels at each
 * position of a block, of x with margins, form an image of their own. */
typedef struct nook_space_to_batch {
  int32_t batch, in_h, in_w, out_h, out_w;
  int32_t block_h, block_w, pad_top, pad_left;
  int32_t run;  /* bytes of a pixel */
  int32_t fill; /* the byte that fills margins; -128 to 127 */
} nook_space_to_batch;

void nook_space_to_batch_ref(const nook_space_to_batch* p, const void* x, void* y, void* scratch_memory);

NOOK_END_C

#endif
