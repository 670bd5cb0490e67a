#include "nook/ops/div/div_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FORM_KERNEL(nook_div_s8_ref, binary_in_place, DivS8)
NOOK_FAMILY_KERNEL(nook_div_f32_ref, binary_in_place, BinaryActF32<Div>)
NOOK_FAMILY_KERNEL(nook_div_s32_ref, binary_in_place, BinaryActS32<Div>)

Result<DivS8::Params> DivS8::prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_binary_s8(node, attrs.activation, context));
  Params p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  volatile const float unit = b.scale() * y.scale();  // otherwise 387 code would keep the extra precision
  const auto scale = fixed_quotient(a.scale(), unit);
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  set_quantized_s8(node, attrs.activation, *scale, &p);
  return p;
}

void DivS8::fields(ParamsVisitor& f, const Params& p) {
  binary_fields(f, p.walk);
  f.value("a_zero", p.a_zero), f.value("b_zero", p.b_zero), f.value("y_zero", p.y_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(Div, div)
