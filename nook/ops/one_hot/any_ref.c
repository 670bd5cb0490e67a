#include <string.h>

#include "nook/ops/one_hot/one_hot.h"

static int64_t index_at(const nook_one_hot* p, const char* at) {
  int64_t wide;
  int32_t narrow;
  if (p->bytes_of_an_index == 8) {
    memcpy(&wide, at, sizeof wide);
    return wide;
  }
  memcpy(&narrow, at, sizeof narrow);
  return narrow;
}

void nook_one_hot_ref(const nook_one_hot* p, const void* indices, const void* on, const void* off, void* y,
                      void* scratch_memory) {
  (void)scratch_memory;
  const size_t element = (size_t)p->element_bytes;
  const char* row = (const char*)indices;
  char* to = (char*)y;
  for (int32_t o = 0; o < p->outer; ++o, row += p->inner * p->bytes_of_an_index)
    for (int32_t d = 0; d < p->depth; ++d)
      for (int32_t i = 0; i < p->inner; ++i, to += element)
        memcpy(to, index_at(p, row + i * p->bytes_of_an_index) == d ? on : off, element);
}
