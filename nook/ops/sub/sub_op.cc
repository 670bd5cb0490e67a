#include "nook/ops/sub/sub_op.h"

#include "nook/model/fields.h"
#include "nook/ops/define_op.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(SubS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/sub/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(SubF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/sub/f32.inc"
};
#undef NOOK_KERNEL

constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(SubS16, nook_sub_s16_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(SubS32, nook_sub_s32_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

Span<const Kernel> SubS8::kernels() { return kS8; }
Span<const Kernel> SubS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const Kernel> SubF32::kernels() { return kF32; }
template <>
Span<const Kernel> SubS16::kernels() {
  return kS16;
}
Span<const Kernel> SubS32::kernels() { return kS32; }

Result<Sub::Attrs> Sub::parse(const NodeView& node) {
  Attrs attrs;
  attrs.activation = static_cast<Activation>(node.options[fields::SubOptions::fused_activation_function]);
  return attrs;
}

// TensorFlow Lite computes these factors in single precision for SUB, unlike ADD.
SumScales Sub::sum_scales(const NodeView& node, int32_t left_shift) {
  const float a = node.inputs[0].scale(), b = node.inputs[1].scale(), unit = 2 * (a > b ? a : b);
  return {fixed_quotient(a, unit), fixed_quotient(b, unit),
          fixed_quotient(unit, static_cast<float>(1 << left_shift) * node.outputs[0].scale())};
}

Result<SubS8::Params> SubS8::prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  return prepare_sum_s8<Params>(Sub::sum_scales, attrs.activation, node, context);
}

Result<SubF32::Params> SubF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  return prepare_binary_f32<Params>(node, attrs.activation, context);
}

}  // namespace nook

NOOK_DEFINE_OP(Sub, sub)
