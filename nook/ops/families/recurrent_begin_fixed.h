/* How sequences of integer layers with a nook_recurrent_state begin, after recurrent_state.h and
 * recurrent_layer, whose `p` has the fields `walk` and `state`. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_BEGIN_FIXED_H_
#define NOOK_OPS_FAMILIES_RECURRENT_BEGIN_FIXED_H_

#include "nook/ops/families/recurrent_walk.h"

static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const recurrent_x* first,
                                   recurrent_x* hidden, recurrent_cell* state) {
  const int32_t cells = layer->p->walk.cells;
  (void)b;
  if (layer->p->walk.last_cell && first) return; /* the state goes on */
  recurrent_begin_state(&layer->p->state, cells, first, state);
  if (hidden) recurrent_copy_first(first, cells, layer->p->state.zero, hidden);
}

#endif
