/* SOFTMAX of int16 on cores with DSP instructions, two elements at a time. */
#include "nook/kernels/asm/halves_dsp.h"
#include "nook/kernels/asm/rescale_dsp.h"
#include "nook/ops/softmax/curves_s16.h"

/* The largest element of a row, and the factor of its distances. */
typedef struct row_scale {
  int32_t power; /* 2^(left + 1) */
  int32_t minus; /* the largest element * -power */
  int32_t multiplier, plus, right;
} row_scale;

static int32_t largest(const int16_t* x, int32_t size) {
  if (size == 1) return *x;
  const int16_t* const end = x + size;
  uint32_t two = nook_load_word(x);
  for (x += size & 1 ? 1 : 2; x < end; x += 2) two = nook_larger_halves(two, nook_load_word(x));
  const int32_t low = (int16_t)two, high = (int16_t)(two >> 16);
  return low > high ? low : high;
}

/* Products of a half of `two` and `power`, plus `minus`. */
static inline int32_t low_distance(uint32_t two, int32_t power, int32_t minus) {
  int32_t result;
  __asm("smlabb %0, %1, %2, %3" : "=r"(result) : "r"(two), "r"(power), "r"(minus));
  return result;
}
static inline int32_t high_distance(uint32_t two, int32_t power, int32_t minus) {
  int32_t result;
  __asm("smlatb %0, %1, %2, %3" : "=r"(result) : "r"(two), "r"(power), "r"(minus));
  return result;
}

/* The power of an element, times 2^7. The word has two points of the curve, and `parts` how much of each. */
static inline int32_t power_of(const row_scale* row, int32_t distance) {
  int32_t at;
  __asm("smmlar %0, %1, %2, %3" : "=r"(at) : "r"(distance), "r"(row->multiplier), "r"(row->plus));
  at >>= row->right;
  __asm("usat %0, #16, %1" : "=r"(at) : "r"(at));
  const uint32_t points = nook_load_word(nook_softmax_exp_table + ((uint32_t)at >> 7));
  const uint32_t part = (uint32_t)at & 0x7f, parts = (part << 16) + (128 - part);
  int32_t result;
  __asm("smlad %0, %1, %2, %3" : "=r"(result) : "r"(points), "r"(parts), "r"(64));
  return result;
}

/* Writes the powers of a row, and returns their sum. */
static int32_t write_powers(const row_scale* scale, const int16_t* x, int16_t* y, int32_t depth) {
  const row_scale row = *scale;
  int32_t sum = 0;
  for (const int16_t* const end = x + (depth & ~1); x < end; x += 2, y += 2) {
    const uint32_t two = nook_load_word(x);
    const int32_t low = power_of(&row, low_distance(two, row.power, row.minus)) >> 7;
    const int32_t high = power_of(&row, high_distance(two, row.power, row.minus));
    uint32_t powers;
    __asm("pkhbt %0, %1, %2, lsl #9" : "=r"(powers) : "r"(low), "r"(high));
    memcpy(y, &powers, sizeof powers);
    sum = nook_add_halves(powers, sum);
  }
  if (depth & 1) {
    const int32_t last = power_of(&row, low_distance((uint32_t)*x, row.power, row.minus)) >> 7;
    *y = (int16_t)last, sum += last;
  }
  return sum;
}

/* Products with the inverse, which has 16 bits more than the result needs, rounded and clamped. */
static inline uint32_t low_quotient(uint32_t two, int32_t inverse) {
  int32_t result;
  __asm("smlawb %0, %1, %2, %3\n\tusat %0, #15, %0, asr #14"
        : "=&r"(result)
        : "r"(inverse), "r"(two), "r"(1 << 13));
  return (uint32_t)result;
}
static inline uint32_t high_quotient(uint32_t two, int32_t inverse) {
  int32_t result;
  __asm("smlawt %0, %1, %2, %3\n\tusat %0, #15, %0, asr #14"
        : "=&r"(result)
        : "r"(inverse), "r"(two), "r"(1 << 13));
  return (uint32_t)result;
}

/* The sum has at least the power of the largest element, so that `bits` is at least 14. */
static void divide(int16_t* y, int32_t depth, int32_t sum) {
  const int32_t bits = 31 - __builtin_clz((uint32_t)sum);
  const int32_t inverse = (int32_t)((uint32_t)nook_softmax_inverse_s16(sum, bits) << (30 - bits));
  for (const int16_t* const end = y + (depth & ~1); y < end; y += 2) {
    const uint32_t two = nook_load_word(y);
    const uint32_t quotients = nook_two_halves(low_quotient(two, inverse), high_quotient(two, inverse));
    memcpy(y, &quotients, sizeof quotients);
  }
  if (depth & 1) *y = (int16_t)low_quotient((uint32_t)*y, inverse);
}

void nook_softmax_s16_dsp(const nook_softmax_s16* p, const int16_t* x, int16_t* y, void* scratch_memory) {
  (void)scratch_memory;
  const nook_softmax_steps steps = nook_softmax_steps_of(p->shift);
  row_scale scale = {(int32_t)2 << steps.left, 0, p->multiplier, steps.plus, steps.right};
  for (int32_t r = 0; r < p->rows; ++r, x += p->depth, y += p->depth) {
    scale.minus = -largest(x, p->depth) * scale.power;
    divide(y, p->depth, write_powers(&scale, x, y, p->depth));
  }
}
