#include "nook/ops/relu_n1_to_1/relu_n1_to_1_op.h"

#include "nook/core/fixed_point.h"
#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_relu_n1_to_1_f32_ref, in_place, UnaryF32<ReluN1To1>)

template <>
Code UnaryS8<ReluN1To1>::fill_table(const Op::Attrs&, const TableOf& of) {
  const RangeS8 range = activation_range_s8(Activation::kReluN1To1, of.y);
  return fill_clamped(of, range.min, range.max);
}

}  // namespace nook

NOOK_DEFINE_OP(ReluN1To1, relu_n1_to_1)
