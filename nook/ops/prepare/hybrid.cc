#include "nook/ops/prepare/hybrid.h"

#include <float.h>

namespace nook {

Code check_types_hybrid(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && w.type == DType::kS8 && y.type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, !w.scales.empty(), Reason::kScaleCount, 1, 1, 0);
  NOOK_CHECK(context, w.zero_point == 0, Reason::kZeroPoint, 1, 0, w.zero_point);
  return Code::kOk;
}

Code check_hybrid_scales(const NodeView& node, int32_t channels, PrepareContext& context) {
  const Span<const float> scales = node.inputs[1].scales;
  NOOK_CHECK(context, scales.size() == 1 || scales.size() == static_cast<size_t>(channels),
             Reason::kScaleCount, 1, channels, scales.size());
  for (const float scale : scales)
    NOOK_CHECK(context, scale > 0 && scale <= FLT_MAX, Reason::kScaleValue, 1, 0, 0);
  return Code::kOk;
}

const float* keep_scales(Span<const float> scales, PrepareContext& context) {
  if (context.scales_stay) return scales.data();
  const Span<float> kept = context.persistent.make<float>(scales.size());
  for (size_t i = 0; i < kept.size(); ++i) kept[i] = scales[i];
  if (kept.empty())
    context.refusal = {Reason::kPersistent, 0, static_cast<int32_t>(scales.size() * sizeof(float)), 0};
  return kept.data();
}

bool scales_differ(Span<const float> scales) {
  for (const float scale : scales)
    if (scale != scales[0]) return true;
  return false;
}

}  // namespace nook
