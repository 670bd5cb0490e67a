#include "nook/ops/squared_difference/squared_difference_op.h"

#include <float.h>

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

Code check_scale(const TensorInfo& t, int operand, PrepareContext& context) {
  const Code code = check_quantized(t, operand, context);
  if (t.type == DType::kS8 || code != Code::kOk) return code;
  NOOK_CHECK(context, t.zero_point == 0, Reason::kZeroPoint, operand, 0, t.zero_point);
  return Code::kOk;
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_squared_difference_s8_ref, binary_in_place, SquaredDifferenceQuantized<DType::kS8>)
NOOK_FAMILY_KERNEL(nook_squared_difference_s16_ref, binary_in_place, SquaredDifferenceQuantized<DType::kS16>)
NOOK_FAMILY_KERNEL(nook_squared_difference_f32_ref, binary_in_place, Binary<SquaredDifference, DType::kF32>)
NOOK_FAMILY_KERNEL(nook_squared_difference_s32_ref, binary_in_place, Binary<SquaredDifference, DType::kS32>)

Result<nook_squared_difference> SquaredDifference::prepare(DType type, const Attrs&, const NodeView& node,
                                                           PrepareContext& context) {
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(a.type == type && b.type == type && y.type == type, Code::kBadType);
  const TensorInfo* const all[] = {&a, &b, &y};
  const int operand[] = {0, 1, kFirstOutput};
  for (int i = 0; i < 3; ++i) {
    NOOK_TRY(check_scale(*all[i], operand[i], context));
  }
  const int32_t left_shift = type == DType::kS8 ? 7 : 0;
  const float most = a.scale() > b.scale() ? a.scale() : b.scale();
  const float unit = y.scale() * static_cast<float>(1 << 2 * left_shift);
  NOOK_CHECK(context, most <= FLT_MAX / 2, Reason::kScaleValue, a.scale() > b.scale() ? 0 : 1, 0, 0);
  NOOK_CHECK(context, unit <= FLT_MAX, Reason::kScaleValue, kFirstOutput, 0, 0);
  const auto of_a = fixed_ratio(a.scale(), 1, 2 * most), of_b = fixed_ratio(b.scale(), 1, 2 * most);
  const auto of_y = fixed_ratio(2 * most, 2 * most, unit);
  NOOK_CHECK(context, of_a && of_b && of_y, Reason::kScaleValue, kFirstOutput, 0, 0);
  nook_squared_difference p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  p.scales = {left_shift,   a.zero_point,     of_a->multiplier, of_a->shift,
              b.zero_point, of_b->multiplier, of_b->shift};
  p.y_zero = y.zero_point, p.multiplier = of_y->multiplier, p.shift = of_y->shift;
  p.least = type == DType::kS8 ? -128 : INT16_MIN, p.most = type == DType::kS8 ? 127 : INT16_MAX;
  return p;
}

void SquaredDifference::fields(ParamsVisitor& f, const Params& p) {
  binary_quantized_fields(f, p);
  f.value("least", p.least), f.value("most", p.most);
}

}  // namespace nook

NOOK_DEFINE_OP(SquaredDifference, squared_difference)
