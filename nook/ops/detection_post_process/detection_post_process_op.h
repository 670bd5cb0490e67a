#pragma once
#include "nook/ops/contract/custom_options.h"
#include "nook/ops/contract/op.h"
#include "nook/ops/detection_post_process/detection_post_process.h"

namespace nook {

// Selects the best boxes of a detector, decoded from encodings, scores and anchors, by non-maximum
// suppression: per class (use_regular_nms), or on each box's best class. Results: boxes, classes, scores,
// count.
struct DetectionPostProcess : CustomOp<DetectionPostProcess, 1015> {
  static constexpr const char* kName = "TFLite_Detection_PostProcess";
  static constexpr Signature kSignature = with_results(operands(Role::kData, Role::kData, Role::kData), 4);
  struct Attrs {
    using Op = DetectionPostProcess;
    int32_t num_classes = 0, max_detections = 0, max_classes_per_detection = 0, detections_per_class = 100;
    bool use_regular_nms = false;
    float nms_score_threshold = 0, nms_iou_threshold = 0;
    float y_scale = 0, x_scale = 0, h_scale = 0, w_scale = 0;
  };
  static constexpr Option<Attrs> kOptions[] = {
      {"detections_per_class", &Attrs::detections_per_class},
      {"h_scale", &Attrs::h_scale},
      {"max_classes_per_detection", &Attrs::max_classes_per_detection},
      {"max_detections", &Attrs::max_detections},
      {"nms_iou_threshold", &Attrs::nms_iou_threshold},
      {"nms_score_threshold", &Attrs::nms_score_threshold},
      {"num_classes", &Attrs::num_classes},
      {"use_regular_nms", &Attrs::use_regular_nms},
      {"w_scale", &Attrs::w_scale},
      {"x_scale", &Attrs::x_scale},
      {"y_scale", &Attrs::y_scale}};
  using Forms = List<struct DetectionPostProcessF32>;
};

// float32.
struct DetectionPostProcessF32 : OpForm<DetectionPostProcess> {
  NOOK_FORM(nook_detection_post_process_f32);
};

}  // namespace nook
