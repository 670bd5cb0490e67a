#include "nook/ops/cast/cast.h"

/* Integers are held as the bits of 32. */
static uint32_t integer_at(int32_t type, const void* x, int32_t i) {
  switch (type) {
    case NOOK_CAST_S8:
      return (uint32_t)((const int8_t*)x)[i];
    case NOOK_CAST_S16:
      return (uint32_t)((const int16_t*)x)[i];
    case NOOK_CAST_BOOL:
      return ((const uint8_t*)x)[i] != 0;
    default:
      return ((const uint32_t*)x)[i];
  }
}

static void put_integer(int32_t type, void* y, int32_t i, uint32_t value) {
  switch (type) {
    case NOOK_CAST_S8:
      ((int8_t*)y)[i] = (int8_t)value;
      break;
    case NOOK_CAST_S16:
      ((int16_t*)y)[i] = (int16_t)value;
      break;
    default:
      ((uint32_t*)y)[i] = value;
      break;
  }
}

/* Compared first: C does not say what a number beyond the type becomes. */
static uint32_t truncated(int32_t type, float x) {
  if (x != x) return 0;
  if (type == NOOK_CAST_U32) return x >= 4294967296.0f ? UINT32_MAX : x > 0 ? (uint32_t)x : 0;
  const int32_t most = type == NOOK_CAST_S8 ? INT8_MAX : type == NOOK_CAST_S16 ? INT16_MAX : INT32_MAX;
  const float beyond = type == NOOK_CAST_S32 ? 2147483648.0f : (float)(most + 1);
  if (x >= beyond) return (uint32_t)most;
  return x < -beyond ? (uint32_t)(-most - 1) : (uint32_t)(int32_t)x;
}

void nook_cast_ref(const nook_cast* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  const int to_float = p->to == NOOK_CAST_F32;
  for (int32_t i = 0; i < p->size; ++i) {
    if (p->from == NOOK_CAST_F32) {
      const float value = ((const float*)x)[i];
      if (to_float)
        ((float*)y)[i] = value;
      else
        put_integer(p->to, y, i, truncated(p->to, value));
      continue;
    }
    const uint32_t bits = integer_at(p->from, x, i);
    if (to_float)
      ((float*)y)[i] = p->from == NOOK_CAST_U32 ? (float)bits : (float)(int32_t)bits;
    else
      put_integer(p->to, y, i, bits);
  }
}
