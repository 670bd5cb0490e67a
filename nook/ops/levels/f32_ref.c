#include <string.h>

#include "nook/ops/levels/levels.h"

static int32_t place_of(const float* x) {
  uint32_t bits;
  memcpy(&bits, x, sizeof bits);
  return nook_levels_place(bits);
}

/* One mark for all elements. */
static void two_levels(const float* x, int32_t size, int32_t mark, int32_t low, int32_t high, int8_t* y) {
  for (const int8_t* const end = y + size; y != end; ++x) *y++ = (int8_t)(mark <= place_of(x) ? high : low);
}

void nook_levels_f32_ref(const nook_levels* p, const float* x, const int32_t* marks, int8_t* y,
                         void* scratch_memory) {
  (void)scratch_memory;
  if (p->channels == 1 && p->marks == 1) {
    two_levels(x, p->size, *marks, p->first, p->first + p->step, y);
    return;
  }
  for (int32_t i = 0, c = 0; i < p->size; ++i) {
    const int32_t place = place_of(x + i);
    const int32_t* of = marks + c * p->marks;
    int32_t from = 0, to = p->marks;
    while (from < to) {
      const int32_t middle = (from + to) >> 1;
      if (of[middle] <= place) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    y[i] = (int8_t)(p->first + p->step * from);
    if (++c == p->channels) c = 0;
  }
}
