#include "nook/ops/log_softmax/log_softmax.h"
#include "nook/ops/reference/exponential.h"

enum { kSumBits = 12 }; /* integer bits of a sum of exponentials */

static int32_t leading_zeros(uint32_t x) {
  int32_t zeros = 0;
  for (; !(x & 0x80000000u); x <<= 1) ++zeros;
  return zeros;
}

static int32_t half_sum(int32_t a, int32_t b) { return (int32_t)(((int64_t)a + b + 1) / 2); }

/* log(x) in Q5.26 of x in Q12.19, at least 1, bit-exact with TensorFlow Lite: x is a power of 2 times r,
 * where r is within a quarter of an octave of 2^(-1/4); log(r) is a rational function around that point. */
static int32_t log_of(int32_t x) {
  const int32_t log_2 = 1488522236, root = 1518500250, middle = 1805811301, quarter = (int32_t)1 << 23;
  const int32_t alpha_n = 117049297, alpha_d = 127690142, alpha_i = 1057819769, alpha_f = 638450708;
  const int32_t up = leading_zeros((uint32_t)x);
  const int32_t whole = nook_shift_left_sat(x, up - 1);
  const int32_t r_a = nook_shift_left_sat(nook_mul_high(whole, root), 1);
  const int32_t power_a = (kSumBits - up) * ((int32_t)1 << 25) + quarter;
  const int32_t up_b = leading_zeros((uint32_t)nook_mul_high(x, root)) - 1;
  const int32_t r_b = nook_shift_left_sat(x, up_b);
  const int32_t power_b = (kSumBits - up_b) * ((int32_t)1 << 25) - quarter;
  const int32_t r = r_a < r_b ? r_a : r_b, power = power_a > power_b ? power_a : power_b;

  const int32_t p = half_sum(r, middle), q = 2 * (r - middle), square = nook_mul_high(q, q);
  const int32_t above = nook_mul_high(q, r) + nook_mul_high(nook_mul_high(q, square), alpha_n);
  const int32_t below =
      nook_mul_high(p, alpha_i + q + nook_mul_high(alpha_d, square)) + nook_mul_high(alpha_f, q);
  const int32_t log_of_r = nook_mul_high(nook_shift_right_round(above, 6), nook_reciprocal_one_plus(below));
  return nook_shift_left_sat(nook_mul_high(power, log_2) + log_of_r, 1);
}

static int32_t distance(const nook_log_softmax_s8* p, int32_t diff) {
  return nook_mul_high((int32_t)((uint32_t)diff << p->shift), p->multiplier);
}

static void log_softmax_row_s8(const nook_log_softmax_s8* p, const int8_t* x, int8_t* y) {
  int32_t most = -128, sum = 0;
  for (int32_t i = 0; i < p->depth; ++i) most = x[i] > most ? x[i] : most;
  for (int32_t i = 0; i < p->depth; ++i)
    if (x[i] - most >= p->least)
      sum += nook_shift_right_round(nook_exp_negative(distance(p, x[i] - most), 5), kSumBits);
  const int32_t log_of_sum = log_of(sum);
  /* Larger distances are below the resolution of Q5.26. */
  int32_t furthest = nook_rescale_down(log_of_sum + INT32_MIN, p->back_multiplier, p->back_shift);
  if (furthest < p->least - 1) furthest = p->least - 1;
  for (int32_t i = 0; i < p->depth; ++i) {
    const int32_t diff = x[i] - most;
    int32_t q = -128;
    if (diff > furthest) q = nook_shift_right_round(distance(p, diff) - log_of_sum, 22) + 127;
    y[i] = (int8_t)nook_clamp(q, -128, 127);
  }
}

void nook_log_softmax_s8_ref(const nook_log_softmax_s8* p, const int8_t* x, int8_t* y, void* scratch_memory) {
  (void)scratch_memory;
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) log_softmax_row_s8(p, x, y);
}
