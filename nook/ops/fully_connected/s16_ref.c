#include "nook/ops/fully_connected/fully_connected.h"
#include "nook/ops/reference/sums_s16.h"

static inline void all_s16(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                           const void* bias, int16_t* y, nook_sum_bits bits) {
  for (int32_t b = 0; b < p->batch; ++b, x += p->in) {
    const int8_t* row = w;
    for (int32_t o = 0; o < p->out; ++o, row += p->in) {
      const int32_t s = o * p->scale_step;
      const int32_t q =
          nook_output_s16(nook_dot_s16(x, row, p->in), bits, bias, o, p->multiplier[s], p->shift[s]);
      *y++ = (int16_t)nook_clamp(q, p->act_min, p->act_max);
    }
  }
}

void nook_fully_connected_s16_ref(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                  const void* bias, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  all_s16(p, x, w, bias, y, NOOK_SUM_64);
}

void nook_fully_connected_s16_sum32_ref(const nook_fully_connected_s8* p, const int16_t* x, const int8_t* w,
                                        const void* bias, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  all_s16(p, x, w, bias, y, NOOK_SUM_32);
}
