/* The walk of a recurrent layer along its sequences. The including file defines recurrent_x, the type of x
 * and of the hidden state, recurrent_cell, the type of the cell, recurrent_layer, which its steps read, and
 * the two functions that are declared here. */
#ifndef NOOK_OPS_FAMILIES_RECURRENT_WALK_H_
#define NOOK_OPS_FAMILIES_RECURRENT_WALK_H_

#include <string.h>

#include "nook/core/after.h"
#include "nook/ops/families/recurrent.h"

/* Sets the states of sequence `b` before its first step from its first hidden state, null for zeros. `hidden`
 * may be null, see recurrent_operands. */
static inline void recurrent_begin(const recurrent_layer* layer, int32_t b, const recurrent_x* first,
                                   recurrent_x* hidden, recurrent_cell* cell);
/* Advances one sequence by one step: updates the states, and stores the hidden state in y. */
static inline void recurrent_step(const recurrent_layer* layer, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* cell, recurrent_x* y);

/* The operands of a walk. `zero`: the hidden state that stands for 0. `cell_rows`: rows of cells in its
 * states. `keeps_hidden`: whether the steps need the hidden state. */
typedef struct recurrent_operands {
  const recurrent_x *x, *first_hidden;
  const int32_t* lengths;
  int32_t zero, cell_rows, keeps_hidden;
  void* const* results;
} recurrent_operands;

/* Copies the first hidden state, or zeros. */
static inline void recurrent_copy_first(const recurrent_x* first, int32_t cells, int32_t zero,
                                        recurrent_x* hidden) {
  for (int32_t u = 0; u < cells; ++u) hidden[u] = first ? first[u] : (recurrent_x)zero;
}

static inline int32_t recurrent_row(const nook_recurrence* w, int32_t b, int32_t t) {
  return w->time_major ? t * w->batch + b : b * w->steps + t;
}

static inline int32_t recurrent_length(const nook_recurrence* w, const int32_t* lengths, int32_t b) {
  if (!lengths) return w->steps;
  return lengths[b] < 0 ? 0 : lengths[b] > w->steps ? w->steps : lengths[b];
}

/* `scratch`: nook_recurrent_scratch() bytes. */
__attribute__((always_inline)) static inline void recurrent_walk(const nook_recurrence* w,
                                                                 const recurrent_layer* layer,
                                                                 const recurrent_operands* o,
                                                                 recurrent_cell* scratch) {
  const int32_t cells = w->cells;
  recurrent_x* const sequence = w->sequence ? (recurrent_x*)o->results[0] : 0;
  recurrent_cell* cell = scratch;
  const int32_t in_scratch = w->last_cell ? 0 : o->cell_rows * cells;
  recurrent_x* hidden = (recurrent_x*)nook_after(scratch, (size_t)in_scratch * sizeof *scratch);
  const int32_t state = o->keeps_hidden && !w->last ? cells : 0;
  recurrent_x* const row = (recurrent_x*)nook_after(hidden, (size_t)state * sizeof *hidden);
  if (!o->keeps_hidden) hidden = 0;
  if (w->last) hidden = (recurrent_x*)o->results[w->sequence];
  if (w->last_cell) cell = (recurrent_cell*)o->results[w->sequence + w->last];
  for (int32_t b = 0; b < w->batch; ++b) {
    const int32_t length = recurrent_length(w, o->lengths, b);
    recurrent_begin(layer, b, o->first_hidden ? o->first_hidden + b * cells : 0, hidden, cell);
    for (int32_t i = 0; i < length; ++i) {
      const int32_t at = recurrent_row(w, b, w->reverse ? length - 1 - i : i);
      recurrent_step(layer, o->x + at * w->in, hidden, cell, sequence ? sequence + at * cells : row);
    }
    for (int32_t t = length; sequence && t < w->steps; ++t)
      recurrent_copy_first(0, cells, o->zero, sequence + recurrent_row(w, b, t) * cells);
    if (w->last) hidden += cells;
    if (w->last_cell) cell += cells;
  }
}

#endif
