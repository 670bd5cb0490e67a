#include "nook/ops/svdf/svdf_s8.h"

/* A state with a nonzero zero point can exceed int8; it then wraps around. */
static inline int8_t kept(const nook_svdf* p, int32_t answer) {
  const int32_t s = nook_clamp(answer, -128, 127) + p->state_zero;
  return (int8_t)(uint8_t)((uint32_t)s & 255u);
}
static inline int32_t element(const nook_svdf* p, int32_t s) { return s - p->state_zero; }

NOOK_SVDF_S8(nook_svdf_s8_ref, int8_t, kept, element)
