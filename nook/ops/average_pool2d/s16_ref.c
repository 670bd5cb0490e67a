#include "nook/core/fixed_point.h"
#include "nook/ops/average_pool2d/average_pool2d.h"
#include "nook/ops/families/pool_rows.h"

/* sum / count, ties away from zero */
static inline int32_t mean(int32_t sum, int32_t count, int32_t half) {
  return sum > 0 ? (sum + half) / count : (sum - half) / count;
}

static inline int16_t clamped_mean(const nook_pool_s8* p, int32_t sum, int32_t count) {
  return (int16_t)nook_clamp(mean(sum, count, count / 2), p->act_min, p->act_max);
}

/* Two channels at a time, to halve the number of walks over the window. */
NOOK_POOL_PIXEL pixel(const nook_pool_s8* p, const nook_pool_window* w, int16_t* y) {
  const int32_t count = nook_pool_count(w), step = p->in_c * (int32_t)sizeof *y;
  const char* first = w->first;
  int32_t c = p->in_c;
  for (; c >= 2; c -= 2, first += 2 * sizeof *y) {
    int32_t sum = 0, next = 0;
    const char* at = first;
    for (int32_t rows = w->end - w->begin; rows > 0; --rows, at = nook_pool_below(w, at))
      for (int32_t left = w->width; left > 0; --left, at += step) {
        const int16_t* const x = (const int16_t*)(const void*)at;
        sum += x[0], next += x[1];
      }
    *y++ = clamped_mean(p, sum, count), *y++ = clamped_mean(p, next, count);
  }
  if (c == 0) return;
  int32_t sum = 0;
  for (int32_t rows = w->end - w->begin; rows > 0; --rows, first = nook_pool_below(w, first))
    for (int32_t left = w->width; left > 0; --left, first += step) sum += *(const int16_t*)(const void*)first;
  *y = clamped_mean(p, sum, count);
}

__attribute__((noinline)) void nook_average_pool2d_s16_ref_row(NOOK_POOL_ROW_ARGUMENTS(nook_pool_s16,
                                                                                       int16_t)) {
  (void)scratch_memory;
  nook_pool_row_s16(p, x, oy, y_row, pixel);
}
void nook_average_pool2d_s16_ref(NOOK_POOL_ARGUMENTS(nook_pool_s16, int16_t)) {
  NOOK_POOL_ROW_AFTER_ROW(p, x, y, scratch_memory, nook_average_pool2d_s16_ref_row)
}
