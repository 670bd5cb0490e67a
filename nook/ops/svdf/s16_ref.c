#include "nook/ops/svdf/svdf_s8.h"

/* Drops the oldest result of each filter and appends the newest. */
static void remember(const nook_svdf* p, const int8_t* x, const int8_t* w, int16_t* state) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* row = w;
    for (int32_t f = 0; f < p->units * p->rank; ++f, row += p->in, state += p->memory) {
      for (int32_t m = 1; m < p->memory; ++m) state[m - 1] = state[m];
      state[p->memory - 1] = (int16_t)nook_clamp(nook_svdf_answer(p, x, row), INT16_MIN, INT16_MAX);
    }
  }
}

void nook_svdf_s16_ref(const nook_svdf* p, const int8_t* x, const int8_t* w, const int16_t* time,
                       const int32_t* bias, int16_t* state, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t terms = p->rank * p->memory; /* of one unit */
  remember(p, x, w, state);
  for (int32_t b = 0; b < p->batch; ++b) {
    const int16_t* weights = time;
    for (int32_t u = 0; u < p->units; ++u, weights += terms, state += terms) {
      uint32_t sum = bias ? (uint32_t)bias[u] : 0;
      for (int32_t i = 0; i < terms; ++i) sum += (uint32_t)(state[i] * weights[i]);
      *y++ = nook_svdf_result(p, sum);
    }
  }
}
