#include <string.h>

#include "nook/ops/dynamic_update_slice/dynamic_update_slice.h"
#include "nook/ops/reference/copy.h"
#include "nook/ops/reference/odometer.h"

/* 8-byte constants may start at any multiple of 4. */
static int32_t start_at(const nook_update_slice* p, const void* start, int32_t d) {
  int32_t narrow;
  int64_t wide;
  if (p->start_bytes == 4) {
    memcpy(&narrow, (const int8_t*)start + d * 4, sizeof narrow);
    wide = narrow;
  } else {
    memcpy(&wide, (const int8_t*)start + d * 8, sizeof wide);
  }
  if (wide < 0) return 0;
  return wide > p->most[d] ? p->most[d] : (int32_t)wide;
}

void nook_update_slice_ref(const nook_update_slice* p, const void* x, const void* update, const void* start,
                           void* y, void* scratch_memory) {
  (void)scratch_memory;
  int32_t index[NOOK_MAX_RANK] = {0};
  int32_t first = 0;
  const int8_t* from = (const int8_t*)update;
  nook_copy_forward(y, x, p->bytes);
  for (int32_t d = 0; d < p->rank; ++d) first += start_at(p, start, d) * p->stride[d];
  do {
    int32_t at = first;
    for (int32_t d = 0; d < p->rank; ++d) at += index[d] * p->stride[d];
    memcpy((int8_t*)y + at, from, (size_t)p->run);
    from += p->run;
  } while (nook_next_index(index, p->dim, p->rank) >= 0);
}
