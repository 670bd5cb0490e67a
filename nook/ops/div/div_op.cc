#include "nook/ops/div/div_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// The factor of the quotient; no shift may be above `most`.
Result<FixedScale> scale_of(const NodeView& node, int32_t most, PrepareContext& context) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  volatile const float unit = b.scale() * y.scale();  // otherwise 387 code would keep the extra precision
  const auto scale = fixed_quotient(a.scale(), unit);
  NOOK_CHECK(context, scale && scale->shift <= most, Reason::kScaleValue, kFirstOutput, 0, 0);
  return *scale;
}

}  // namespace

NOOK_FORM_KERNEL(nook_div_s16_ref, binary_in_place, DivS16)
NOOK_FORM_KERNEL(nook_div_s8_ref, binary_in_place, DivS8)
NOOK_FAMILY_KERNEL(nook_div_f32_ref, binary_in_place, BinaryActF32<Div>)
NOOK_FAMILY_KERNEL(nook_div_s32_ref, binary_in_place, BinaryActS32<Div>)

Result<DivS8::Params> DivS8::prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_binary_s8(node, attrs.activation, context));
  Params p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const auto scale = scale_of(node, kMaxShiftOfInt8, context);
  NOOK_REQUIRE(scale, scale.code());
  set_quantized_s8(node, attrs.activation, *scale, &p);
  return p;
}

Result<DivS16::Params> DivS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  Params p{};
  NOOK_TRY(check_symmetric_binary_s16(node, attrs.activation, context));
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const auto scale = scale_of(node, kMaxShiftOfInt16, context);
  NOOK_REQUIRE(scale, scale.code());
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  const IntegerRange range = activation_range_of(attrs.activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

void DivS16::fields(ParamsVisitor& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

void DivS8::fields(ParamsVisitor& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(Div, div)
