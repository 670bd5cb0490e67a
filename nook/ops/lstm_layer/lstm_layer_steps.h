/* Steps that a kernel of UNIDIRECTIONAL_SEQUENCE_LSTM computes, after lstm_layer_walk.h. The including file
 * defines step_kernel, a constant that points to it. */
#ifndef NOOK_OPS_LSTM_LAYER_STEPS_H_
#define NOOK_OPS_LSTM_LAYER_STEPS_H_

static inline void recurrent_step(const recurrent_layer* l, const recurrent_x* x, recurrent_x* hidden,
                                  recurrent_cell* cell, recurrent_x* y) {
  step_kernel(l->p, x, l->w[0], l->w[1], l->w[2], l->w[3], l->r[0], l->r[1], l->r[2], l->r[3], l->bias[0],
              l->bias[1], l->bias[2], l->bias[3], hidden, cell, y, l->scratch);
}

#endif
