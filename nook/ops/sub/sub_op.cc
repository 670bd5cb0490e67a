#include "nook/ops/sub/sub_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(SubS8, __VA_ARGS__)
constexpr KernelEntry kS8[] = {
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/sub/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);
constexpr auto kInterpretedS8 = reference(kS8);

}  // namespace

Span<const KernelEntry> SubS8::kernels() { return kS8; }
Span<const KernelEntry> SubS8::interpreted_kernels() { return {kInterpretedS8.rows, kInterpretedS8.count}; }
Span<const KernelEntry> SubS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
NOOK_FAMILY_KERNEL(nook_sub_f32_ref, binary_in_place, BinaryActF32<Sub>)
NOOK_FAMILY_KERNEL(nook_sub_s16_ref, binary_in_place, BinarySumS16<Sub>)
NOOK_FAMILY_KERNEL(nook_sub_s32_ref, binary_in_place, BinaryActS32<Sub>)

// TensorFlow Lite computes these factors in single precision for SUB, unlike ADD.
SumScales Sub::sum_scales(const NodeView& node, int32_t left_shift) {
  const float a = node.inputs[0].scale(), b = node.inputs[1].scale(), unit = 2 * (a > b ? a : b);
  return {fixed_quotient(a, unit), fixed_quotient(b, unit),
          fixed_quotient(unit, static_cast<float>(1 << left_shift) * node.outputs[0].scale())};
}

}  // namespace nook

NOOK_DEFINE_OP(Sub, sub)
