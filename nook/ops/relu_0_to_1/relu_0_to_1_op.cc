#include "nook/ops/relu_0_to_1/relu_0_to_1_op.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_relu_0_to_1_f32_ref, in_place, UnaryF32<Relu0To1>)

template <>
Code UnaryS8<Relu0To1>::fill_table(const Op::Attrs&, const TableOf& of) {
  return fill_clamped(of, activation_range_s8(Activation::kRelu, of.y).min,
                      activation_range_s8(Activation::kReluN1To1, of.y).max);
}

}  // namespace nook

NOOK_DEFINE_OP(Relu0To1, relu_0_to_1)
