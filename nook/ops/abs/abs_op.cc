#include "nook/ops/abs/abs_op.h"

#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

constexpr FixedScale kOne = {1 << 30, 1};

// The factor from the scale of x to the scale of y.
Result<FixedScale> between(const TensorInfo& x, const TensorInfo& y, int32_t most_shift) {
  if (x.scale() == y.scale()) return kOne;
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_REQUIRE(scale && scale->shift <= most_shift, Code::kBadType);
  return scale;
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_abs_f32_ref, in_place, UnaryF32<Abs>)

template <>
Code UnaryS8<Abs>::fill_table(const Op::Attrs&, const TableOf& of) {
  const auto scale = between(of.x, of.y, kMaxShiftOfInt8);
  NOOK_CHECK(of.context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  return of.fill([&](int32_t centred) {
    const int32_t magnitude = centred < 0 ? -centred : centred;
    return nook_requantize(magnitude, scale->multiplier, scale->shift, of.y.zero_point, -128, 127);
  });
}

template <>
Result<nook_slopes_s16> SlopesS16<Abs>::slopes(const Abs::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  Result<FixedScale> scale = kOne;
  if (!x.scales.empty()) {
    NOOK_TRY(check_symmetric_s16(x, 0, context));
    NOOK_TRY(check_symmetric_s16(y, kFirstOutput, context));
    scale = between(x, y, kMaxShiftOfSlopes);
    NOOK_CHECK(context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  }
  return nook_slopes_s16{0, scale->multiplier, scale->shift, -scale->multiplier, scale->shift};
}

}  // namespace nook

NOOK_DEFINE_OP(Abs, abs)
