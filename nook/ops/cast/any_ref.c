#include "nook/core/fixed_point.h"
#include "nook/core/machine.h"
#include "nook/ops/cast/cast.h"

/* A loop for each pair of types, chosen once. y may overlap x: a store may write to an element that is read
 * later, as another type. */
#define NOOK_EACH(from, to, value)                           \
  do {                                                       \
    typedef from __attribute__((may_alias)) source;          \
    typedef to __attribute__((may_alias)) target;            \
    const source* const in = (const source*)x;               \
    target* const out = (target*)y;                          \
    for (int32_t i = 0; i < size; ++i) out[i] = (to)(value); \
  } while (0)

/* Integers lose their upper bits; `real` is a type that represents the integer's values. */
#define NOOK_FROM_INTEGER(from, real, value)                   \
  do {                                                         \
    if (p->to == NOOK_CAST_F32)                                \
      NOOK_EACH(from, float, (real)(value));                   \
    else if (p->to == NOOK_CAST_S16 || p->to == NOOK_CAST_U16) \
      NOOK_EACH(from, uint16_t, value);                        \
    else if (p->to == NOOK_CAST_S64)                           \
      NOOK_EACH(from, int64_t, (real)(value));                 \
    else if (p->to == NOOK_CAST_BOOL)                          \
      NOOK_EACH(from, uint8_t, (value) != 0);                  \
    else if (p->to == NOOK_CAST_S8 || p->to == NOOK_CAST_U8)   \
      NOOK_EACH(from, uint8_t, value);                         \
    else                                                       \
      NOOK_EACH(from, uint32_t, value);                        \
  } while (0)

#define NOOK_FROM(type, from, real, value) \
  case type:                               \
    NOOK_FROM_INTEGER(from, real, value);  \
    break

static inline int64_t truncated_to_64_bits(float x) {
  const float beyond = 9223372036854775808.0f;
  if (x > -beyond && x < beyond) return (int64_t)x;
  return x >= beyond ? INT64_MAX : x <= -beyond ? INT64_MIN : 0;
}

static void from_float(const nook_cast* p, const void* x, void* y) {
  const int32_t size = p->size;
  switch (p->to) {
    case NOOK_CAST_F32:
      NOOK_EACH(float, float, in[i]);
      break;
    case NOOK_CAST_S8:
      NOOK_EACH(float, int8_t, nook_clamp(nook_truncated(in[i]), INT8_MIN, INT8_MAX));
      break;
    case NOOK_CAST_U8:
      NOOK_EACH(float, uint8_t, nook_clamp(nook_truncated(in[i]), 0, UINT8_MAX));
      break;
    case NOOK_CAST_BOOL:
      NOOK_EACH(float, uint8_t, in[i] != 0);
      break;
    case NOOK_CAST_S64:
      NOOK_EACH(float, int64_t, truncated_to_64_bits(in[i]));
      break;
    case NOOK_CAST_S16:
      NOOK_EACH(float, int16_t, nook_clamp(nook_truncated(in[i]), INT16_MIN, INT16_MAX));
      break;
    case NOOK_CAST_U16:
      NOOK_EACH(float, uint16_t, nook_clamp(nook_truncated(in[i]), 0, UINT16_MAX));
      break;
    case NOOK_CAST_U32:
      NOOK_EACH(float, uint32_t, in[i] >= 4294967296.0f ? UINT32_MAX : in[i] > 0 ? (uint32_t)in[i] : 0);
      break;
    default:
      NOOK_EACH(float, nook_s32_bits, nook_truncated_bits(in[i]));
      break;
  }
}

void nook_cast_ref(const nook_cast* p, const void* x, void* y, void* scratch_memory) {
  (void)scratch_memory;
  const int32_t size = p->size;
  switch (p->from) {
    case NOOK_CAST_F32:
      from_float(p, x, y);
      break;
      NOOK_FROM(NOOK_CAST_S8, int8_t, int32_t, in[i]);
      NOOK_FROM(NOOK_CAST_S16, int16_t, int32_t, in[i]);
      NOOK_FROM(NOOK_CAST_BOOL, uint8_t, int32_t, in[i] != 0);
      NOOK_FROM(NOOK_CAST_U8, uint8_t, int32_t, in[i]);
      NOOK_FROM(NOOK_CAST_U16, uint16_t, int32_t, in[i]);
      NOOK_FROM(NOOK_CAST_S64, int64_t, int64_t, in[i]);
      NOOK_FROM(NOOK_CAST_U32, uint32_t, uint32_t, in[i]);
    default:
      NOOK_FROM_INTEGER(int32_t, int32_t, in[i]);
      break;
  }
}
