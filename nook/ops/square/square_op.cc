#include "nook/ops/square/square_op.h"

#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// The square of a difference of two int8 is at most 255 * 255, and of an int16 2^30: the largest shifts at
// which they cannot overflow.
constexpr int32_t kMaxShiftS8 = 15, kMaxShiftS16 = 0;

Result<FixedScale> scale_of(const TensorInfo& x, const TensorInfo& y, int32_t most, PrepareContext& context) {
  const auto scale = fixed_ratio(x.scale(), x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= most, Reason::kScaleValue, kFirstOutput, 0, 0);
  return *scale;
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_square_f32_ref, in_place, UnaryF32<Square>)
NOOK_FORM_KERNEL(nook_square_s16_ref, in_place, SquareS16)

template <>
Code UnaryS8<Square>::fill_table(const Op::Attrs&, const TableOf& of) {
  const auto scale = scale_of(of.x, of.y, kMaxShiftS8, of.context);
  NOOK_REQUIRE(scale, scale.code());
  return of.fill([&](int32_t centred) {
    return nook_requantize(centred * centred, scale->multiplier, scale->shift, of.y.zero_point, -128, 127);
  });
}

Result<SquareS16::Params> SquareS16::prepare(const Op::Attrs&, const NodeView& node,
                                             PrepareContext& context) {
  NOOK_TRY(check_s16_to_s16(node, context));
  const auto scale = scale_of(node.inputs[0], node.outputs[0], kMaxShiftS16, context);
  NOOK_REQUIRE(scale, scale.code());
  return Params{node.inputs[0].shape.elements(), scale->multiplier, scale->shift};
}

void SquareS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

}  // namespace nook

NOOK_DEFINE_OP(Square, square)
