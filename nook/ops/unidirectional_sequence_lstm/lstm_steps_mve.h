/* The steps of the kernels for cores with Helium. The including file defines the type lstm_element, of x and
 * of the hidden state, and the functions that are declared here. */
#ifndef NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_MVE_H_
#define NOOK_OPS_UNIDIRECTIONAL_SEQUENCE_LSTM_STEPS_MVE_H_

#include "nook/core/fixed_point.h"
#include "nook/kernels/asm/four_sums_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/lstm_cells_mve.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm.h"

/* These kernels round twice; a build with single rounding uses only the reference. */
typedef char nook_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* The scales of the sums of the four gates. */
typedef struct gate_scales {
  int32x4_t multiplier, shift;
} gate_scales;

static inline gate_scales scales_of(const int32_t* multiplier, const int8_t* shift);
/* Four initial sums plus the products with the weights that follow them, rescaled; `depth`: whole blocks.
 * Advances `*at` past them. */
static inline int32x4_t of_gates(const lstm_element* x, int32_t depth, const int8_t** at, gate_scales scales);
/* Elements of a register. */
enum { kBlock = 16 / sizeof(lstm_element) };

static inline int32_t whole_blocks(int32_t size) { return (size + kBlock - 1) & ~(int32_t)(kBlock - 1); }

/* Copies inputs, padded with zeros to a whole block. */
static inline void copy_to_blocks(const lstm_element* x, int32_t size, lstm_element* to) {
  memset(to + (whole_blocks(size) - kBlock), 0, 16);
  memcpy(to, x, (size_t)size * sizeof *to);
}

/* Stores the first four elements, only those in `lanes`. */
static inline void put_elements(lstm_element* to, int32x4_t x, mve_pred16_t lanes);

__attribute__((always_inline)) static inline void lstm_steps(const nook_unidirectional_sequence_lstm* p,
                                                             const lstm_element* x, const int8_t* packed,
                                                             lstm_element* hidden, int16_t* cell,
                                                             lstm_element* y, int32_t least, int32_t most) {
  lstm_element of_x[NOOK_LSTM_MOST_INPUTS], of_hidden[NOOK_LSTM_MOST_INPUTS];
  const gate_scales in = scales_of(p->in_multiplier, p->in_shift),
                    recurrent = scales_of(p->recurrent_multiplier, p->recurrent_shift);
  const int32_t cells = p->cells, depth = whole_blocks(p->in), hidden_depth = whole_blocks(cells);
  for (int32_t b = 0; b < p->batch; ++b, hidden += cells, cell += cells) {
    for (int32_t t = 0; t < p->steps; ++t) {
      const int32_t row = p->time_major ? t * p->batch + b : b * p->steps + t;
      const int8_t* at = packed;
      lstm_element* const next = y + row * cells;
      copy_to_blocks(x + row * p->in, p->in, of_x);
      copy_to_blocks(hidden, cells, of_hidden);
      for (int32_t u = 0; u < cells; u += 4) {
        const int32_t left = cells - u, count = left < 4 ? left : 4;
        int32_t sums[4 * kNookLstmGates] = {0};
        for (int32_t k = 0; k < count; ++k) {
          const int32x4_t first = of_gates(of_x, depth, &at, in);
          const int32x4_t second = of_gates(of_hidden, hidden_depth, &at, recurrent);
          vst1q_s32(sums + kNookLstmGates * k,
                    nook_lstm_within_mve(vaddq_s32(first, second), INT16_MIN, INT16_MAX));
        }
        const mve_pred16_t lanes = vctp32q((uint32_t)left);
        const int32x4_t seen = nook_lstm_step_mve(p, vld4q_s32(sums), cell + u, lanes, least, most);
        put_elements(hidden + u, seen, lanes), put_elements(next + u, seen, lanes);
      }
    }
  }
}

#endif
