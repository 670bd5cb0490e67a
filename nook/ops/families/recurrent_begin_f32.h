/* How sequences of float layers without a cell begin, after recurrent_layer, whose `p` has the field `walk`.
 */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_BEGIN_F32_H_
#define NOOK_OPS_FAMILIES_RECURRENT_BEGIN_F32_H_

#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const float* first, float* hidden,
                                   float* cell) {
  (void)b, (void)cell;
  recurrent_copy_first(first, layer->p->walk.cells, 0, hidden);
}

#endif
