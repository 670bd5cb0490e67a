#include "nook/ops/add/add_op.h"

#include "nook/model/fields.h"
#include "nook/ops/define_op.h"

namespace nook {
namespace {

// The factor of an operand is 1/2, as it always is.
template <class Params>
bool one_half(const Params& p) {
  return side_by_side(p) && (is_half(p.a_multiplier, p.a_shift) || is_half(p.b_multiplier, p.b_shift));
}

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(AddS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/add/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(AddF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/add/f32.inc"
};
#undef NOOK_KERNEL

constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(AddS16, nook_add_s16_ref, kRef, always, no_scratch, binary_in_place, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(AddS32, nook_add_s32_ref, kRef, always, no_scratch, binary_in_place, as_is)};

}  // namespace

Span<const Kernel> AddS8::kernels() { return kS8; }
Span<const Kernel> AddS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const Kernel> AddF32::kernels() { return kF32; }
template <>
Span<const Kernel> AddS16::kernels() {
  return kS16;
}
Span<const Kernel> AddS32::kernels() { return kS32; }

Result<Add::Attrs> Add::parse(const NodeView& node) {
  Attrs attrs;
  attrs.activation = static_cast<Activation>(node.options[fields::AddOptions::fused_activation_function]);
  return attrs;
}

SumScales Add::sum_scales(const NodeView& node, int32_t left_shift) {
  const float a = node.inputs[0].scale(), b = node.inputs[1].scale(), most = a > b ? a : b;
  return {fixed_ratio(a, 0.5f, most), fixed_ratio(b, 0.5f, most),
          fixed_ratio(most, 2 / static_cast<float>(1 << left_shift), node.outputs[0].scale())};
}

Result<AddS8::Params> AddS8::prepare(const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  return prepare_sum_s8<Params>(Add::sum_scales, attrs.activation, node, context);
}

Result<AddF32::Params> AddF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  return prepare_binary_f32<Params>(node, attrs.activation, context);
}

}  // namespace nook

NOOK_DEFINE_OP(Add, add)
