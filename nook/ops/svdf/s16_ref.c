#include "nook/ops/svdf/svdf_s8.h"

static inline int16_t kept(const nook_svdf* p, int32_t answer) {
  (void)p;
  return (int16_t)nook_clamp(answer, INT16_MIN, INT16_MAX);
}
static inline int32_t element(const nook_svdf* p, int32_t s) {
  (void)p;
  return s;
}

NOOK_SVDF_S8(nook_svdf_s16_ref, int16_t, kept, element)
