#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/non_max_suppression/non_max_suppression.h"

namespace nook {

// The boxes of images that are best for a class and do not overlap a better one by more than a limit, as
// ONNX's NonMaxSuppression; TensorFlow Lite's takes one class. Operands: boxes [batch, boxes, 4], scores
// [batch, classes, boxes]. y has as many rows (image, class, box) as there can be; those after the last
// chosen box are -1.
struct NonMaxSuppression : CustomOp<NonMaxSuppression, 1033> {
  static constexpr const char* kName = "NOOK_NON_MAX_SUPPRESSION";
  static constexpr Signature kSignature = operands(Role::kData, Role::kData);
  struct Attrs {
    using Op = NonMaxSuppression;
    bool centred = false;  // boxes are x, y, width, height, not two corners y, x
    bool limited = false;  // scores must be above score_threshold
    float iou_threshold = 0;
    int32_t most = 0;  // boxes for each class of an image
    float score_threshold = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {{"centred", &Attrs::centred},
                                               {"iou_threshold", &Attrs::iou_threshold},
                                               {"limited", &Attrs::limited},
                                               {"most", &Attrs::most},
                                               {"score_threshold", &Attrs::score_threshold}};
  using Forms = List<struct NonMaxSuppressionF32>;
};

// float32.
struct NonMaxSuppressionF32 : OpForm<NonMaxSuppression> {
  NOOK_FORM(nook_non_max_suppression_f32);
};

}  // namespace nook
