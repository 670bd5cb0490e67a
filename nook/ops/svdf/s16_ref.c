#include <stdint.h>

typedef int16_t svdf_element;
#include "nook/ops/svdf/steps_ref.h"

static inline int16_t kept(const nook_svdf* p, int32_t answer) {
  (void)p;
  return (int16_t)nook_clamp(answer, INT16_MIN, INT16_MAX);
}
static inline int32_t element(const nook_svdf* p, int32_t s) {
  (void)p;
  return s;
}

void nook_svdf_s16_ref(const nook_svdf* p, const int8_t* x, const int8_t* w, const int16_t* time,
                       const int32_t* bias, int16_t* state, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t terms = p->rank * p->memory; /* terms of one unit */
  remember(p, x, w, state);
  for (int32_t b = 0; b < p->batch; ++b) {
    const int16_t* weights = time;
    for (int32_t u = 0; u < p->units; ++u, weights += terms, state += terms) {
      uint32_t sum = bias ? (uint32_t)bias[u] : 0;
      for (int32_t i = 0; i < terms; ++i) sum += (uint32_t)(element(p, state[i]) * weights[i]);
      *y++ = nook_svdf_result(p, sum);
    }
  }
}
