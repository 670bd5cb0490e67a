#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook {

// How many of `bytes` lent bytes there are: none at null, where a failed allocation with its size points to,
// and none after the last address.
inline size_t lent_bytes(const void* data, size_t bytes) {
  const size_t to_the_end = 0 - reinterpret_cast<uintptr_t>(data);
  return bytes < to_the_end ? bytes : to_the_end;
}

}  // namespace nook
