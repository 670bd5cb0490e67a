#include "nook/core/fixed_point.h"
#include "nook/ops/quantize/quantize.h"

enum { kFew = 32 }; /* elements between two tests of the type */

/* A loop for each type, chosen once. */
#define NOOK_LOAD(type)                                                    \
  for (int32_t i = 0; i < count; ++i) to[i] = ((const type*)x)[first + i]; \
  break
#define NOOK_STORE(type)                                                     \
  for (int32_t i = 0; i < count; ++i) ((type*)y)[first + i] = (type)from[i]; \
  break

static void load(int32_t type, const void* x, int32_t first, int32_t count, int32_t* to) {
  switch (type) {
    case NOOK_QUANTIZE_S8:
      NOOK_LOAD(int8_t);
    case NOOK_QUANTIZE_U8:
      NOOK_LOAD(uint8_t);
    case NOOK_QUANTIZE_S16:
      NOOK_LOAD(int16_t);
    default:
      NOOK_LOAD(int32_t);
  }
}

static void store(int32_t type, const int32_t* from, int32_t count, void* y, int32_t first) {
  switch (type) {
    case NOOK_QUANTIZE_S8:
      NOOK_STORE(int8_t);
    case NOOK_QUANTIZE_U8:
      NOOK_STORE(uint8_t);
    case NOOK_QUANTIZE_S16:
      NOOK_STORE(int16_t);
    default:
      NOOK_STORE(int32_t);
  }
}

/* For factors below 1, the most common ones: fewer instructions per element. */
static void rescale(const nook_quantize_any* p, int32_t* few, int32_t count) {
  const int32_t zero = p->in_zero, plus = p->out_zero, least = p->least, most = p->most;
  const int32_t multiplier = p->multiplier, shift = p->shift;
  if (shift >= 0) {
    for (int32_t i = 0; i < count; ++i) {
      const int32_t centred = (int32_t)((uint32_t)few[i] - (uint32_t)zero);
      few[i] = nook_clamp(nook_rescale(centred, multiplier, shift), least, most) + plus;
    }
    return;
  }
  for (int32_t i = 0; i < count; ++i) {
    const int32_t centred = (int32_t)((uint32_t)few[i] - (uint32_t)zero);
    few[i] = nook_clamp(nook_rescale_fast(centred, multiplier, shift), least, most) + plus;
  }
}

void nook_quantize_any_ref(const nook_quantize_any* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  int32_t few[kFew];
  for (int32_t first = 0; first < p->size; first += kFew) {
    const int32_t count = p->size - first < kFew ? p->size - first : kFew;
    load(p->from, x, first, count, few);
    rescale(p, few, count);
    store(p->to, few, count, y, first);
  }
}
