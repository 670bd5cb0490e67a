#include <stdint.h>

typedef int8_t svdf_element;
#include "nook/ops/svdf/steps_ref.h"

/* A state with a nonzero zero point can exceed int8; it then wraps around. */
static inline int8_t kept(const nook_svdf* p, int32_t answer) {
  const int32_t s = nook_clamp(answer, -128, 127) + p->state_zero;
  return (int8_t)(uint8_t)((uint32_t)s & 255u);
}
static inline int32_t element(const nook_svdf* p, int32_t s) { return s - p->state_zero; }

void nook_svdf_s8_ref(const nook_svdf* p, const int8_t* x, const int8_t* w, const int8_t* time,
                      const int32_t* bias, int8_t* state, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t terms = p->rank * p->memory; /* terms of one unit */
  remember(p, x, w, state);
  for (int32_t b = 0; b < p->batch; ++b) {
    const int8_t* weights = time;
    for (int32_t u = 0; u < p->units; ++u, weights += terms, state += terms) {
      uint32_t sum = bias ? (uint32_t)bias[u] : 0;
      for (int32_t i = 0; i < terms; ++i) sum += (uint32_t)(element(p, state[i]) * weights[i]);
      *y++ = nook_svdf_result(p, sum);
    }
  }
}
