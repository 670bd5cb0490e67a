#include "nook/ops/sum/sum_op.h"

#include <float.h>

#include "nook/ops/define_op.h"
#include "nook/ops/shared/fixed_ratio.h"

namespace nook {
namespace {

constexpr Kernel kS8[] = {NOOK_KERNEL_ROW(SumS8, nook_sum_s8_ref, kRef, always, no_scratch, in_place, as_is)};
constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(SumS16, nook_sum_s16_ref, kRef, always, no_scratch, in_place, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(SumF32, nook_sum_f32_ref, kRef, always, no_scratch, in_place, as_is)};

Code check_scale(const TensorInfo& t, int32_t least, int32_t most, int operand, PrepareContext& context) {
  NOOK_CHECK(context, t.per_tensor(), Reason::kScaleCount, operand, 1, t.scales.size());
  NOOK_CHECK(context, t.scale() > 0 && t.scale() <= FLT_MAX, Reason::kScaleValue, operand, 0, 0);
  NOOK_CHECK(context, t.zero_point >= least && t.zero_point <= most, Reason::kZeroPoint, operand,
             t.zero_point < least ? least : most, t.zero_point);
  return Code::kOk;
}

}  // namespace

template <>
Span<const Kernel> SumS8::kernels() {
  return kS8;
}
template <>
Span<const Kernel> SumS16::kernels() {
  return kS16;
}
template <>
Span<const Kernel> SumF32::kernels() {
  return kF32;
}

Result<nook_sum> prepare_sum(const Sum::Attrs& attrs, const NodeView& node, DType type,
                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  nook_sum p{};
  p.least = type == DType::kS8 ? -128 : INT16_MIN, p.most = type == DType::kS8 ? 127 : INT16_MAX;
  Code code = check_scale(x, p.least, p.most, 0, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  code = check_scale(y, p.least, p.most, kFirstOutput, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  const auto scale = fixed_ratio(x.scale(), 1, y.scale());
  NOOK_CHECK(context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  code = prepare_reduction_walk(node, attrs.keep_dims ? KeepDims::kYes : KeepDims::kNo, context, &p.walk);
  NOOK_REQUIRE(code == Code::kOk, code);
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.in_zero = x.zero_point, p.out_zero = y.zero_point;
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Sum, sum)
