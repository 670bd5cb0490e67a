#include "nook/ops/relu/relu_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/rescaled_relu.h"

namespace nook {

NOOK_FORM_KERNEL(nook_relu_s8_ref, in_place, ReluS8)
NOOK_FAMILY_KERNEL(nook_relu_f32_ref, in_place, UnaryF32<Relu>)

Result<ReluS8::Params> ReluS8::prepare(const Op::Attrs&, const NodeView& node, PrepareContext& context) {
  return prepare_relu_s8(node, context);
}

template <>
Result<nook_slopes_s16> SlopesS16<Relu>::slopes(const Relu::Attrs&, const NodeView& node,
                                                PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_symmetric_s16(x, 0, context));
  NOOK_TRY(check_symmetric_s16(y, kFirstOutput, context));
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfSlopes, Reason::kScaleValue, kFirstOutput, 0, 0);
  return nook_slopes_s16{0, scale->multiplier, scale->shift, 0, 0};
}

void ReluS8::fields(ParamsVisitor& f, const Params& p) { relu_s8_fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(Relu, relu)
