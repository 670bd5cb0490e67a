#include "nook/ops/shared/curve.h"

#include "nook/ops/shared/checks.h"
#include "nook/ops/shared/exponential.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {
namespace {

constexpr int32_t kFractionBits = 27;  // of the curve's argument

}  // namespace

Code fill_curve(const Curve& curve, const NodeView& node, PrepareContext& context, Span<int8_t> table) {
  NOOK_TRY(check_fixed_output(node.outputs[0], curve.bits, curve.zero, context));
  const TensorInfo& x = node.inputs[0];
  const auto scale = fixed_ratio(x.scale(), 1.0f, 1.0f / (1 << kFractionBits));
  NOOK_CHECK(context, scale, Reason::kScaleValue, 0, 0, 0);

  // Beyond 15 an argument does not fit and the curve is flat; with scales above 1 the radius is rounded down
  // so far that it is flat earlier.
  const int64_t radius = scaled(15, kFractionBits - scale->shift);
  for (size_t i = 0; i < table.size(); ++i) {
    const int32_t centred = static_cast<int32_t>(i) - 128 - x.zero_point;
    int32_t value = centred < 0 ? -128 : 127;
    if ((centred < 0 ? -centred : centred) < radius) {
      const int32_t real = curve.at(nook_rescale(centred, scale->multiplier, scale->shift));
      value = nook_clamp(nook_shift_right_round(real, 31 - curve.bits) + curve.zero, -128, 127);
    }
    table[i] = static_cast<int8_t>(value);
  }
  return Code::kOk;
}

}  // namespace nook
