#include "nook/core/fixed_ratio.h"
#include "nook/ops/families/comparison_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

Result<nook_comparison> prepare_comparison(const NodeView& node, DType type, const nook_outcomes& y,
                                           PrepareContext& context) {
  nook_comparison p{};
  NOOK_TRY(prepare_binary_walk(node, type, DType::kBool, context, &p.walk));
  p.y = y;
  return p;
}

Result<nook_comparison_s8> prepare_comparison_s8(const NodeView& node, const nook_outcomes& y,
                                                 PrepareContext& context) {
  constexpr int32_t kLeftShift = 8;
  const TensorInfo &a = node.inputs[0], &b = node.inputs[1];
  NOOK_REQUIRE(a.type == DType::kS8 && b.type == DType::kS8 && node.outputs[0].type == DType::kBool,
               Code::kBadType);
  NOOK_TRY(check_quantized_s8(a, 0, context));
  NOOK_TRY(check_quantized_s8(b, 1, context));
  const auto a_scale = fixed_ratio(a.scale(), 1, 1), b_scale = fixed_ratio(b.scale(), 1, 1);
  NOOK_CHECK(context, a_scale && a_scale->shift <= 0, Reason::kScaleValue, 0, 0, 0);
  NOOK_CHECK(context, b_scale && b_scale->shift <= 0, Reason::kScaleValue, 1, 0, 0);
  nook_comparison_s8 p{};
  NOOK_TRY(prepare_broadcast(node, context, &p.walk));
  p.scales = {kLeftShift,   a.zero_point,        a_scale->multiplier, a_scale->shift,
              b.zero_point, b_scale->multiplier, b_scale->shift};
  p.y = y;
  return p;
}

Result<nook_truth> prepare_truth(const NodeView& node, const nook_truth& truth, PrepareContext& context) {
  nook_truth p = truth;
  NOOK_TRY(prepare_binary_walk(node, DType::kBool, DType::kBool, context, &p.walk));
  return p;
}

}  // namespace nook
