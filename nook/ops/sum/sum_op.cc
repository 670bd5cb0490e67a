#include "nook/ops/sum/sum_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_sum_s8_ref, in_place, SumQuantized<DType::kS8>)
NOOK_FAMILY_KERNEL(nook_sum_s16_ref, in_place, SumQuantized<DType::kS16>)
NOOK_FAMILY_KERNEL(nook_sum_f32_ref, in_place, Reduction<Sum, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_sum_s32_ref, in_place, Reduction<Sum, DType::kS32>)

Result<nook_sum> Sum::prepare(DType type, const Attrs& attrs, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  nook_sum p{};
  const IntegerRange range = range_of(type);
  p.least = range.min, p.most = range.max;
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  const auto scale = fixed_ratio(x.scale(), 1, y.scale());
  NOOK_CHECK(context, scale, Reason::kScaleValue, kFirstOutput, 0, 0);
  NOOK_TRY(prepare_reduction_walk(node, attrs.keep_dims ? KeepDims::kYes : KeepDims::kNo, context, &p.walk));
  p.multiplier = scale->multiplier, p.shift = scale->shift;
  p.in_zero = x.zero_point, p.out_zero = y.zero_point;
  return p;
}

void Sum::fields(ParamsVisitor& f, const Params& p) {
  reduction_fields(f, p.walk);
  f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("least", p.least), f.value("most", p.most);
}

}  // namespace nook

NOOK_DEFINE_OP(Sum, sum)
