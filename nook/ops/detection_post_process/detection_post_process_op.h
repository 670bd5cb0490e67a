#pragma once
#include "nook/ops/custom_options.h"
#include "nook/ops/detection_post_process/detection_post_process.h"
#include "nook/ops/op.h"

namespace nook {

struct DetectionPostProcessF32;

// The best boxes of a detector: decoded from encodings, scores and anchors; of boxes that overlap the best,
// class by class (use_regular_nms) or each box with its best class. Results: boxes, classes, scores, how
// many.
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
  template <class F, class A>
  static void options(F& f, A& a) {
    f.value("detections_per_class", a.detections_per_class), f.value("h_scale", a.h_scale);
    f.value("max_classes_per_detection", a.max_classes_per_detection);
    f.value("max_detections", a.max_detections), f.value("nms_iou_threshold", a.nms_iou_threshold);
    f.value("nms_score_threshold", a.nms_score_threshold), f.value("num_classes", a.num_classes);
    f.value("use_regular_nms", a.use_regular_nms), f.value("w_scale", a.w_scale);
    f.value("x_scale", a.x_scale), f.value("y_scale", a.y_scale);
  }
  using Forms = List<DetectionPostProcessF32>;
};

// float32.
struct DetectionPostProcessF32 : OpForm<DetectionPostProcess> {
  NOOK_FORM(nook_detection_post_process_f32);
};

}  // namespace nook
