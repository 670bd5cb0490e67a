#include "nook/kernels/depthwise/helium/taps_mve.h"

#include <arm_mve.h>

#include "nook/core/fixed_point.h"

/* This kernel rounds twice; a build with single rounding uses only the reference. */
typedef char nook_taps_mve_rounds_twice[NOOK_SINGLE_ROUNDING ? -1 : 1];

/* Sums of eight outputs: the even ones, and the odd ones. They wrap around on overflow, which only hostile
 * models cause. */
typedef struct eight_sums {
  int32x4_t even, odd;
} eight_sums;

static inline eight_sums biases_of_eight(const int8_t* w) {
  const eight_sums sums = {vld1q_s32((const int32_t*)w), vld1q_s32((const int32_t*)w + 4)};
  return sums;
}

/* Addresses of two taps. */
#define NOOK_ADDRESSES                        \
  "ldrd %[one], %[two], [%[offsets]], #8\n\t" \
  "add %[one], %[x]\n\t"                      \
  "add %[two], %[x]\n\t"

/* A tap of sixteen adjacent channels. */
#define NOOK_SIXTEEN(at)                    \
  "vldrb.s16 q4, [%[" at                    \
  "]]\n\t"                                  \
  "vldrb.s16 q5, [%[a]], #8\n\t"            \
  "vmullb.s16 q6, q4, q5\n\t"               \
  "vmullt.s16 q7, q4, q5\n\t"               \
  "vldrb.s16 q4, [%[" at                    \
  "], #8]\n\t"                              \
  "vadd.i32 %q[a_even], %q[a_even], q6\n\t" \
  "vldrb.s16 q5, [%[b]], #8\n\t"            \
  "vadd.i32 %q[a_odd], %q[a_odd], q7\n\t"   \
  "vmullb.s16 q6, q4, q5\n\t"               \
  "vmullt.s16 q7, q4, q5\n\t"               \
  "vadd.i32 %q[b_even], %q[b_even], q6\n\t" \
  "vadd.i32 %q[b_odd], %q[b_odd], q7\n\t"

/* Adds all taps to the sums of two groups, of sixteen adjacent channels from x on. */
static inline void add_sixteen(const nook_taps_job* job, const int8_t* x, const int8_t* a, const int8_t* b,
                               eight_sums* of_a, eight_sums* of_b) {
  const int32_t* offsets = job->offsets;
  int32_t one, two;
  int32x4_t a_even = of_a->even, a_odd = of_a->odd, b_even = of_b->even, b_odd = of_b->odd;
  __asm volatile(
      "wls lr, %[pairs], 2f\n"
      "1:\n\t" NOOK_ADDRESSES NOOK_SIXTEEN("one") NOOK_SIXTEEN("two")
      "le lr, 1b\n"
      "2:"
      : [a_even] "+w"(a_even), [a_odd] "+w"(a_odd), [b_even] "+w"(b_even), [b_odd] "+w"(b_odd), [a] "+l"(a),
        [b] "+l"(b), [offsets] "+r"(offsets), [one] "=&l"(one), [two] "=&l"(two)
      : [x] "r"(x), [pairs] "r"(job->pairs)
      : "q4", "q5", "q6", "q7", "lr", "memory");
  of_a->even = a_even, of_a->odd = a_odd, of_b->even = b_even, of_b->odd = b_odd;
}

/* A tap of eight outputs, which gather their inputs. */
#define NOOK_EIGHT(at)                  \
  "vldrb.s16 q4, [%[" at                \
  "], %q[channels]]\n\t"                \
  "vldrb.s16 q5, [%[w]], #8\n\t"        \
  "vmullb.s16 q6, q4, q5\n\t"           \
  "vmullt.s16 q7, q4, q5\n\t"           \
  "vadd.i32 %q[even], %q[even], q6\n\t" \
  "vadd.i32 %q[odd], %q[odd], q7\n\t"

/* Adds all taps to the sums of a group. x: the input of its first output; the channels of the others are
 * relative to it. */
static inline eight_sums add_eight(const nook_taps_job* job, const int8_t* x, uint16x8_t channels,
                                   const int8_t* w, eight_sums sums) {
  const int32_t* offsets = job->offsets;
  int32_t one, two;
  __asm volatile(
      "wls lr, %[pairs], 2f\n"
      "1:\n\t" NOOK_ADDRESSES NOOK_EIGHT("one") NOOK_EIGHT("two")
      "le lr, 1b\n"
      "2:"
      : [even] "+w"(sums.even), [odd] "+w"(sums.odd), [w] "+l"(w), [offsets] "+r"(offsets),
        [one] "=&l"(one), [two] "=&l"(two)
      : [x] "r"(x), [channels] "w"(channels), [pairs] "r"(job->pairs)
      : "q4", "q5", "q6", "q7", "lr", "memory");
  return sums;
}

/* nook_rescale() by a factor below 1/2. Subtracting the sign bit rounds negative ties down. */
static inline int32x4_t rescaled_by_each(int32x4_t sums, const int32_t* multiplier) {
  const int32x4_t product = vqrdmulhq_s32(sums, vld1q_s32(multiplier));
  return vrshlq_s32(vaddq_s32(product, vshrq_n_s32(product, 31)), vld1q_s32(multiplier + 8));
}

static inline void store_eight_of_taps(const nook_taps_mve_job* job, eight_sums sums, const int8_t* factors,
                                       int8_t* y) {
  const int32_t* const multiplier = (const int32_t*)factors;
  const int16x8_t even = vqmovnbq_s32(vdupq_n_s16(0), rescaled_by_each(sums.even, multiplier));
  const int16x8_t all = vqmovntq_s32(even, rescaled_by_each(sums.odd, multiplier + 4));
  const int16x8_t shifted = vqaddq_n_s16(all, (int16_t)job->taps.zero);
  const int16x8_t low = vdupq_n_s16((int16_t)job->low), high = vdupq_n_s16((int16_t)job->high);
  vstrbq_s16(y, vminq_s16(vmaxq_s16(shifted, low), high));
}

/* Computes a pixel. */
static inline void make_pixel_of_taps(const nook_taps_mve_job* job, const int8_t* x, int8_t* y) {
  const nook_taps_job* const taps = &job->taps;
  const int32_t outputs = taps->channels, weights = 16 * taps->pairs,
                group = nook_taps_mve_bytes(2 * taps->pairs);
  const int8_t* w = (const int8_t*)taps->weights;
  int32_t o = 0;
  if (job->multiplier == 1)
    for (; o + 16 <= outputs; o += 16, w += 2 * group) {
      const int8_t* const next = w + group;
      eight_sums a = biases_of_eight(w), b = biases_of_eight(next);
      add_sixteen(taps, x + o, w + 32, next + 32, &a, &b);
      store_eight_of_taps(job, a, w + 32 + weights, y + o);
      store_eight_of_taps(job, b, next + 32 + weights, y + o + 8);
    }
  for (; o < outputs; o += 8, w += group) {
    const int32_t first = o + 8 <= outputs ? o : outputs - 8;
    const int8_t* const factors = w + 32 + weights;
    const uint16x8_t channels = vldrbq_u16((const uint8_t*)factors + 64);
    const eight_sums sums =
        add_eight(taps, x + first / job->multiplier, channels, w + 32, biases_of_eight(w));
    store_eight_of_taps(job, sums, factors, y + first);
  }
}

void nook_taps_mve(const nook_taps_mve_job* job) {
  const int8_t* x = job->taps.x;
  int8_t* y = job->taps.y;
  for (int32_t pixels = job->taps.pixels; pixels > 0; --pixels, x += job->taps.step, y += job->taps.channels)
    make_pixel_of_taps(job, x, y);
}
