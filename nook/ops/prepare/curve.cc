#include "nook/ops/prepare/curve.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/reference/exponential.h"

namespace nook {
namespace {

constexpr int32_t kFractionBits = 27;  // fraction bits of the argument

}  // namespace

Code fill_curve(const Curve& curve, const TableOf& of) {
  NOOK_TRY(check_fixed_output(of.y, curve.bits, curve.zero, of.context));
  const auto scale = fixed_ratio(of.x.scale(), 1.0f, 1.0f / (1 << kFractionBits));
  NOOK_CHECK(of.context, scale, Reason::kScaleValue, 0, 0, 0);

  // Arguments beyond 15 do not fit, and the curve is flat there. With scales above 1, the radius is rounded
  // down so far that the curve is cut earlier.
  const int64_t radius = scaled(15, kFractionBits - scale->shift);
  return of.fill([&](int32_t centred) -> int32_t {
    if ((centred < 0 ? -centred : centred) >= radius) return centred < 0 ? -128 : 127;
    const int32_t real = curve.at(nook_rescale(centred, scale->multiplier, scale->shift));
    return nook_clamp(nook_shift_right_round(real, 31 - curve.bits) + curve.zero, -128, 127);
  });
}

}  // namespace nook
