#include "nook/ops/rsqrt/rsqrt_op.h"

#include <float.h>
#include <math.h>

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/reference/exponential.h"

namespace nook {
namespace {

constexpr int32_t kFractionBits = 20;  // fraction bits of 1 / sqrt(x)

// 1 / sqrt(x) with kFractionBits, x in [1, 255], computed like TensorFlow Lite: x / 4^k is in [1/4, 1); five
// Newton steps from 1 compute its inverse square root with 28 fraction bits.
int32_t inverse_root(int32_t x) {
  if (x == 1) return nook_rescale(1, INT32_MAX, kFractionBits);
  int32_t shift = 11;
  for (; x < 1 << 27; x *= 4) --shift;
  const int32_t half = nook_shift_right_round(x >> 1, 1);
  int32_t root = 1 << 28;
  for (int i = 0; i < 5; ++i) {
    const int32_t cube = nook_shift_left_sat(nook_mul_high(nook_mul_high(root, root), root), 6);
    const int32_t more = nook_mul_high((1 << 28) + (1 << 27), root), less = nook_mul_high(half, cube);
    root = nook_shift_left_sat(more - less, 3);
  }
  root = nook_mul_high(root, 1518500250);  // sqrt(1/2) with 31 bits, as 2^29 is not a power of 4
  for (; shift < 0; ++shift) root *= 2;
  return nook_rescale(1, root, kFractionBits - shift);
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_rsqrt_f32_ref, in_place, UnaryF32<Rsqrt>)

template <>
void PointsS16<Rsqrt>::fill_points(const PointsOf& of) {
  const float most = 32767.0f * of.y_scale;
  fill_float_points([](float x) { return 1.0f / sqrtf(x); }, &most, of);
}

template <>
Code UnaryS8<Rsqrt>::fill_table(const Op::Attrs&, const TableOf& of) {
  volatile const float root = sqrtf(of.x.scale());  // otherwise 387 code would keep the extra precision
  volatile const float product = root * of.y.scale();
  NOOK_CHECK(of.context, product > 0 && product <= FLT_MAX, Reason::kScaleValue, kFirstOutput, 0, 0);
  const auto scale = fixed_ratio(1.0f, 1.0f, product);
  NOOK_CHECK(of.context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  const int32_t shift = scale->shift - kFractionBits;
  return of.fill([&](int32_t centred) -> int32_t {
    if (centred <= 0) return 127;
    if (shift < -31) return of.y.zero_point;  // less than half a step for all x
    return nook_requantize(inverse_root(centred), scale->multiplier, shift, of.y.zero_point, -128, 127);
  });
}

}  // namespace nook

NOOK_DEFINE_OP(Rsqrt, rsqrt)
