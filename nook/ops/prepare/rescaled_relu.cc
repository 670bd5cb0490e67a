#include "nook/ops/prepare/rescaled_relu.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/params_visitor.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

Result<nook_relu_s8> prepare_relu_s8(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s8_to_s8(x, y, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  nook_relu_s8 p{};
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  p.size = x.shape.elements();
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.in_zero = x.zero_point, p.out_zero = y.zero_point;
  p.act_min = y.zero_point, p.act_max = 127;
  return p;
}

void relu_s8_fields(ParamsVisitor& f, const nook_relu_s8& p) {
  f.value("size", p.size), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook
