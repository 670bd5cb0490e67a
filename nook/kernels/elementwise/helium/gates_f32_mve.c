#include "nook/kernels/elementwise/helium/gates_f32_mve.h"

#include <arm_mve.h>

#include "nook/kernels/asm/small_mve.h"

/* As nook_exp_parts_of(): e^x = 2^n * (1 + less). */
static inline float32x4_t parts_of(float32x4_t x, int32x4_t* n) {
  float32x4_t q, r, square;
  *n = vcvtnq_s32_f32(vmulq_n_f32(x, 1.44269504f));
  q = vcvtq_f32_s32(*n);
  r = vsubq_f32(x, vmulq_n_f32(q, 0.693359375f));
  r = vaddq_f32(r, vmulq_n_f32(q, 2.12194440e-4f));
  q = vmulq_n_f32(r, 1.382122631e-03f);
  square = vmulq_f32(r, r);
  q = vaddq_n_f32(q, 8.368667215e-03f);
  q = vaddq_n_f32(vmulq_f32(q, r), 4.166825861e-02f);
  q = vaddq_n_f32(vmulq_f32(q, r), 1.666652113e-01f);
  q = vaddq_n_f32(vmulq_f32(q, r), 4.999999404e-01f);
  return vaddq_f32(vmulq_f32(q, square), r);
}

/* 2^n * power. */
static inline float32x4_t scaled(float32x4_t power, int32x4_t n) {
  return vreinterpretq_f32_s32(vmlaq_n_s32(vreinterpretq_s32_f32(power), n, (int32_t)1 << 23));
}

/* 1 / d of d from 1 to 2^13, rounded as a division does; except for the last d before a power of 2, which
 * fills `most`, the largest fraction. There is no division of vectors: 1 - d * r is the error of a guess r,
 * which each step squares or cubes. */
static inline float32x4_t reciprocal(float32x4_t d, uint32x4_t* most) {
  const float32x4_t minus = vnegq_f32(d);
  const int32x4_t bits = vreinterpretq_s32_f32(d);
  float32x4_t r = vreinterpretq_f32_s32(vsubq_s32(vdupq_n_s32(0x7EF311C7), bits)), e;
  *most = vmaxq_u32(*most, vreinterpretq_u32_s32(vshlq_n_s32(bits, 9)));
  e = vfmasq_n_f32(minus, r, 1);
  r = vfmaq_f32(r, r, vfmaq_f32(e, e, e));
  r = vfmaq_f32(r, vfmasq_n_f32(minus, r, 1), r);
  return vfmaq_f32(r, vfmasq_n_f32(minus, r, 1), r);
}
static inline int32_t is_full(uint32x4_t most) { return vmaxvq_u32(0, most) == 0xFFFFFE00u; }

int32_t nook_lstm_sigmoids_f32_mve(const float* x, int32_t fours, float* y) {
  const uint32_t far = 0xC2AE0000u; /* -87 */
  uint32x4_t most = vdupq_n_u32(0), farthest = most;
  for (; fours > 0; --fours, x += 4, y += 4) {
    const float32x4_t of = vldrwq_f32(x);
    const mve_pred16_t below = vcmpltq_n_f32(of, -9);
    int32x4_t n;
    const float32x4_t less = parts_of(vpselq_f32(of, vnegq_f32(of), below), &n),
                      power = scaled(vaddq_n_f32(less, 1), n),
                      near = reciprocal(vaddq_n_f32(power, 1), &most);
    farthest = vmaxq_u32(farthest, vreinterpretq_u32_f32(of)); /* below 0, integers rise */
    vstrwq_f32(y, vpselq_f32(power, vpselq_f32(vdupq_n_f32(1), near, vcmpgtq_n_f32(of, 16.619047164916992f)),
                             below));
  }
  return is_full(most) || vmaxvq_u32(0, farthest) > far; /* a number below 2^-126 is a 0 here */
}

int32_t nook_tangents_f32_mve(const float* x, int32_t fours, float* y) {
  const float32x4_t minus_eighteen = vdupq_n_f32(-18);
  uint32x4_t most = vdupq_n_u32(0);
  nook_forget_small_mve();
  for (; fours > 0; --fours, x += 4, y += 4) {
    const float32x4_t of = vldrwq_f32(x), twice = vmulq_n_f32(vabsq_f32(of), -2);
    int32x4_t n;
    const int32x4_t sign = vandq_s32(vreinterpretq_s32_f32(of), vdupq_n_s32(INT32_MIN));
    const mve_pred16_t far = vcmpgtq_f32(minus_eighteen, twice); /* not for a NaN */
    float32x4_t less = parts_of(vpselq_f32(minus_eighteen, twice, far), &n), d, r, q;
    const float32x4_t scale = scaled(vdupq_n_f32(1), n);
    less = vaddq_f32(vsubq_f32(scale, vdupq_n_f32(1)), vmulq_f32(scale, less));
    d = vaddq_n_f32(less, 2);
    r = reciprocal(d, &most);
    q = vmulq_f32(less, r);
    q = vabsq_f32(vfmaq_f32(q, vfmsq_f32(less, q, d), r));
    vstrwq_f32(y, vreinterpretq_f32_s32(vorrq_s32(vreinterpretq_s32_f32(q), sign)));
  }
  return nook_get_small_mve() || is_full(most);
}
