/* Indices of 4 or 8 bytes, as models store them. */
#ifndef NOOK_OPS_REFERENCE_INDEX_VALUE_H_
#define NOOK_OPS_REFERENCE_INDEX_VALUE_H_

#include <stdint.h>
#include <string.h>

/* Index `i`, clamped to [0, last]. Indices of 8 bytes are aligned to 4. */
static inline int32_t nook_index_value(const void* indices, int32_t i, int32_t bytes, int32_t last) {
  int64_t value;
  if (bytes == 4)
    value = ((const int32_t*)indices)[i];
  else
    memcpy(&value, (const char*)indices + 8 * i, sizeof value);
  if (value < 0) return 0;
  return value > last ? last : (int32_t)value;
}

#endif
