#include "nook/core/fixed_point.h"
#include "nook/ops/quantize/quantize.h"

#define FEW 32 /* elements between two looks at their type */

static void load(int32_t type, const void* x, int32_t first, int32_t count, int32_t* to) {
  for (int32_t i = 0; i < count; ++i) {
    switch (type) {
      case NOOK_QUANTIZE_S8:
        to[i] = ((const int8_t*)x)[first + i];
        break;
      case NOOK_QUANTIZE_U8:
        to[i] = ((const uint8_t*)x)[first + i];
        break;
      case NOOK_QUANTIZE_S16:
        to[i] = ((const int16_t*)x)[first + i];
        break;
      default:
        to[i] = ((const int32_t*)x)[first + i];
        break;
    }
  }
}

static void store(int32_t type, const int32_t* from, int32_t count, void* y, int32_t first) {
  for (int32_t i = 0; i < count; ++i) {
    switch (type) {
      case NOOK_QUANTIZE_S8:
        ((int8_t*)y)[first + i] = (int8_t)from[i];
        break;
      case NOOK_QUANTIZE_U8:
        ((uint8_t*)y)[first + i] = (uint8_t)from[i];
        break;
      case NOOK_QUANTIZE_S16:
        ((int16_t*)y)[first + i] = (int16_t)from[i];
        break;
      default:
        ((int32_t*)y)[first + i] = from[i];
        break;
    }
  }
}

void nook_quantize_any_ref(const nook_quantize_any* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  int32_t few[FEW];
  for (int32_t first = 0; first < p->size; first += FEW) {
    const int32_t count = p->size - first < FEW ? p->size - first : FEW;
    load(p->from, x, first, count, few);
    for (int32_t i = 0; i < count; ++i) {
      const int32_t centred = (int32_t)((uint32_t)few[i] - (uint32_t)p->in_zero);
      few[i] = nook_clamp(nook_rescale(centred, p->multiplier, p->shift), p->least, p->most) + p->out_zero;
    }
    store(p->to, few, count, y, first);
  }
}
