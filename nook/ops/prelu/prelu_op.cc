#include "nook/ops/prelu/prelu_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

// Slopes are narrower than the elements to which they apply.
template <class Params>
int32_t x_in_place(const Params& p, int input) {
  return input == 0 ? binary_in_place(p, 0) : kDisjoint;
}

// A product of two differences of int8 is at most 255 * 255; this is the largest shift at which it cannot
// overflow, minus one for the zero point.
constexpr int32_t kMaxSlopeShift = 14;
// Likewise for a difference of int16 and one of int8.
constexpr int32_t kMaxSlopeShiftOfInt16 = 6;

// The part that does not depend on the types; `most_shift`s are the limits of shifts.
Result<nook_prelu_s8> prepare_slopes(const NodeView& node, int32_t most_shift, int32_t most_slope_shift,
                                     PrepareContext& context) {
  nook_prelu_s8 p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  const auto scale = fixed_ratio(a.scale(), 1, y.scale());
  const auto slope = fixed_ratio(a.scale(), b.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= most_shift, Reason::kScaleValue, kFirstOutput, 0, 0);
  NOOK_CHECK(context, slope && slope->shift <= most_slope_shift, Reason::kScaleValue, 1, 0, 0);
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.slope_multiplier = slope->multiplier, p.slope_shift = slope->shift;
  p.a_zero = a.zero_point, p.b_zero = b.zero_point, p.y_zero = y.zero_point;
  return p;
}

}  // namespace

NOOK_FORM_KERNEL(nook_prelu_s8_ref, binary_in_place, PreluS8)
NOOK_FORM_KERNEL(nook_prelu_s16_ref, x_in_place, PreluS16)
NOOK_FAMILY_KERNEL(nook_prelu_f32_ref, binary_in_place, Binary<Prelu, DType::kF32>)

Result<PreluS8::Params> PreluS8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_binary_s8(node, Activation::kNone, context));
  return prepare_slopes(node, kMaxShiftOfInt8 - 1, kMaxSlopeShift, context);
}

Result<PreluS16::Params> PreluS16::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == DType::kS16 && b.type == DType::kS8 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_quantized(a, 0, context));
  NOOK_TRY(check_quantized(b, 1, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  return prepare_slopes(node, kMaxShiftOfInt16 - 1, kMaxSlopeShiftOfInt16, context);
}

void PreluS8::fields(ParamsVisitor& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("slope_multiplier", p.slope_multiplier), f.value("slope_shift", p.slope_shift);
}

void PreluS16::fields(ParamsVisitor& f, const Params& p) { PreluS8::fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(Prelu, prelu)
