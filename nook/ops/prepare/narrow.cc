#include "nook/ops/prepare/narrow.h"

#include <float.h>

#include "nook/ops/prepare/hybrid.h"

namespace nook {

Code check_types_narrow(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  const bool narrow = w.type == DType::kS4 || w.type == DType::kS8 || w.type == DType::kF16;
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32 && narrow, Code::kBadType);
  NOOK_CHECK(context, w.data, Reason::kNotConstant, 1, 1, 0);
  return Code::kOk;
}

Result<NarrowWeights> prepare_narrow(const NodeView& node, int32_t channels, bool may_be_blocks,
                                     PrepareContext& context) {
  static const float kOne = 1;
  const TensorInfo& w = node.inputs[1];
  const int32_t size = w.shape.elements();
  if (w.type == DType::kF16) return NarrowWeights{16, 0, size, 1, &kOne};
  const int32_t scales = static_cast<int32_t>(w.scales.size());
  const bool blocks = may_be_blocks && scales > channels && scales % channels == 0 && size % scales == 0;
  NOOK_CHECK(context, scales == 1 || scales == channels || blocks, Reason::kScaleCount, 1, channels, scales);
  for (const float scale : w.scales)
    NOOK_CHECK(context, scale > 0 && scale <= FLT_MAX, Reason::kScaleValue, 1, 0, 0);
  const float* const kept = keep_scales(w.scales, context);
  NOOK_REQUIRE(kept, Code::kNoMemory);
  return NarrowWeights{w.type == DType::kS4 ? 4 : 8, w.zero_point, size / scales, scales, kept};
}

}  // namespace nook
