/* The int16 state of integer layers without a cell: their hidden state in finer units, so that small changes
 * of a step are not lost. After a header of recurrent_sums(). */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_STATE_H_
#define NOOK_OPS_FAMILIES_RECURRENT_STATE_H_

#include "nook/ops/families/recurrent.h"

typedef int16_t recurrent_cell; /* the state */

/* state = clamp(rescale(first - zero, first_factor)), zeros without a first hidden state. */
static inline void recurrent_begin_state(const nook_recurrent_state* p, int32_t cells,
                                         const recurrent_x* first, recurrent_cell* state) {
  for (int32_t u = 0; u < cells; ++u)
    state[u] =
        first
            ? (int16_t)recurrent_clamp(nook_rescale(first[u] - p->zero, p->first_multiplier, p->first_shift))
            : 0;
}

static inline recurrent_x recurrent_shown(const nook_recurrent_state* p, int32_t state) {
  return (recurrent_x)nook_requantize(state, p->out_multiplier, p->out_shift, p->zero, kRecurrentLeast,
                                      kRecurrentMost);
}

#endif
