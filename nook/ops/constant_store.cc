#include "nook/ops/constant_store.h"

#include <string.h>

namespace nook {

void ConstantStore::note(const void* words, size_t size) {
  const uint8_t* const from = static_cast<const uint8_t*>(words);
  for (size_t i = 0; i + 4 <= size; i += 4) {
    uint32_t word = 0;
    memcpy(&word, from + i, sizeof word);
    note(word);
  }
  for (size_t i = size & ~size_t{3}; i < size; ++i) note(from[i]);
}

}  // namespace nook
