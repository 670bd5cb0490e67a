#include "nook/ops/div/div_op.h"

#include "nook/model/fields.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {

Span<const Kernel> DivS8::kernels() { NOOK_ONE_KERNEL(DivS8, nook_div_s8_ref, binary_in_place); }
template <>
Span<const Kernel> DivF32::kernels() {
  NOOK_ONE_KERNEL(DivF32, nook_div_f32_ref, binary_in_place);
}
template <>
Span<const Kernel> DivS32::kernels() {
  NOOK_ONE_KERNEL(DivS32, nook_div_s32_ref, binary_in_place);
}

Result<Div::Attrs> Div::parse(const NodeView& node) {
  return Attrs{static_cast<Activation>(node.options[fields::DivOptions::fused_activation_function])};
}

Result<DivS8::Params> DivS8::prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  Code code = check_binary_s8(node, attrs.activation, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  Params p{};
  code = prepare_broadcast(node, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  volatile const float unit = b.scale() * y.scale();  // 387 code would keep the bits otherwise
  const auto scale = fixed_quotient(a.scale(), unit);
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.a_zero = a.zero_point, p.b_zero = b.zero_point, p.y_zero = y.zero_point;
  const RangeS8 range = activation_range_s8(attrs.activation, y);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Div, div)
