#include "nook/ops/relu_0_to_1/relu_0_to_1_op.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_relu_0_to_1_f32_ref, in_place, UnaryF32<Relu0To1>)

template <>
Code UnaryS8<Relu0To1>::fill_table(const Relu0To1::Attrs&, const NodeView& node, PrepareContext& context,
                                   Span<int8_t> table) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const auto scale = fixed_quotient(x.scale(), y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  const int32_t least = activation_range_s8(Activation::kRelu, y).min;
  const int32_t most = activation_range_s8(Activation::kReluN1To1, y).max;
  for (int32_t i = 0; i < NOOK_LOOKUP_SIZE; ++i)
    table[static_cast<size_t>(i)] = static_cast<int8_t>(
        nook_requantize(i - 128 - x.zero_point, scale->multiplier, scale->shift, y.zero_point, least, most));
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(Relu0To1, relu_0_to_1)
