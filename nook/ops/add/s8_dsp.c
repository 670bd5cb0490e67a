#include <string.h>

#include "nook/ops/add/add.h"
#include "nook/ops/shared/bytes_dsp.h"
#include "nook/ops/shared/odometer.h"
#include "nook/ops/shared/rescale_dsp.h"

static inline uint32_t both_halves(int32_t x) { return ((uint32_t)x & 0xffffu) * 0x10001u; }

/* One factor in the form of nook_rescale_add(). */
typedef struct factor {
  int32_t multiplier, power;
} factor;
typedef struct factors {
  factor a, b, y;
  int32_t zero;
} factors;

/* a and b: less their zero points, times 2^21. */
static inline uint32_t sum_of(const factors* f, uint32_t a, uint32_t b) {
  const int32_t in_a = nook_rescale_add((int32_t)a, f->a.multiplier, f->a.power, 0);
  const int32_t sum = nook_rescale_add((int32_t)b, f->b.multiplier, f->b.power, in_a);
  return (uint32_t)nook_saturate_s8(nook_rescale_add(sum * 2, f->y.multiplier, f->y.power, f->zero));
}

/* The low half is moved up with what is above it, the high half without what is below. */
static inline uint32_t low(uint32_t halves) { return halves << 21; }
static inline uint32_t high(uint32_t halves) { return (halves >> 16) << 21; }

static void s8_run(const nook_add_s8* p, const factors* factors_of_p, const int8_t* a, const int8_t* b,
                   int8_t* y) {
  const factors f = *factors_of_p;
  const uint32_t minus_a = both_halves(-p->a_zero), minus_b = both_halves(-p->b_zero);
  int32_t left = p->run;
  for (; left >= 4; left -= 4, a += 4, b += 4, y += 4) {
    uint32_t four_a, four_b;
    memcpy(&four_a, a, 4), memcpy(&four_b, b, 4);
    const uint32_t even_a = nook_even_bytes(minus_a, four_a), even_b = nook_even_bytes(minus_b, four_b);
    const uint32_t odd_a = nook_odd_bytes(minus_a, four_a), odd_b = nook_odd_bytes(minus_b, four_b);
    y[0] = (int8_t)sum_of(&f, low(even_a), low(even_b));
    y[1] = (int8_t)sum_of(&f, low(odd_a), low(odd_b));
    y[2] = (int8_t)sum_of(&f, high(even_a), high(even_b));
    y[3] = (int8_t)sum_of(&f, high(odd_a), high(odd_b));
  }
  for (; left > 0; --left, ++a, ++b, ++y)
    *y = (int8_t)sum_of(&f, (uint32_t)(*a - p->a_zero) << 21, (uint32_t)(*b - p->b_zero) << 21);
}

void nook_add_s8_dsp(const nook_add_s8* p, const int8_t* a, const int8_t* b, int8_t* y,
                     void* scratch_memory) {
  (void)scratch_memory;
  const factors f = {{p->a_multiplier, nook_power(p->a_shift)},
                     {p->b_multiplier, nook_power(p->b_shift)},
                     {p->y_multiplier, nook_power(p->y_shift)},
                     p->y_zero};
  int32_t index[NOOK_MAX_RANK] = {0};
  for (;;) {
    s8_run(p, &f, a, b, y);
    if (p->act_min > -128 || p->act_max < 127) nook_clamp_bytes_dsp(y, p->run, p->act_min, p->act_max);
    const int32_t d = nook_next_index(index, p->dim, p->rank);
    if (d < 0) return;
    a += p->a_jump[d], b += p->b_jump[d], y += p->run;
  }
}
