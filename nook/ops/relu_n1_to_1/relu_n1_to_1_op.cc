#include "nook/ops/relu_n1_to_1/relu_n1_to_1_op.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_relu_n1_to_1_f32_ref, in_place, UnaryF32<ReluN1To1>)

template <>
Code UnaryS8<ReluN1To1>::fill_table(const ReluN1To1::Attrs&, const NodeView& node, PrepareContext& context,
                                    Span<int8_t> table) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  const RangeS8 range = activation_range_s8(Activation::kReluN1To1, y);
  for (int32_t i = 0; i < NOOK_LOOKUP_SIZE; ++i)
    table[static_cast<size_t>(i)] = static_cast<int8_t>(nook_requantize(
        i - 128 - x.zero_point, scale->multiplier, scale->shift, y.zero_point, range.min, range.max));
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(ReluN1To1, relu_n1_to_1)
