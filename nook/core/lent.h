#pragma once
#include <stddef.h>
#include <stdint.h>

namespace nook {

// The usable part of `bytes` lent bytes: 0 if the pointer is null (a failed allocation passed with its size),
// and only the bytes before the end of the address space.
inline size_t lent_bytes(const void* data, size_t bytes) {
  const size_t to_the_end = 0 - reinterpret_cast<uintptr_t>(data);
  return bytes < to_the_end ? bytes : to_the_end;
}

}  // namespace nook
