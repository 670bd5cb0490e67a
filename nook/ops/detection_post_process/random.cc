#include "nook/ops/detection_post_process/detection_post_process_op.h"
#include "tests/generated/steps.h"

namespace generated {

// Takes the boxes from x; the other operands are constants. Only the program reads the results; no operator
// does.
TensorId random_detection_post_process(Sketch& s, const Live&, TensorId x) {
  const int32_t boxes = s.elements(x) / 4;
  if (!s.is_float(x) || s.elements(x) % 4 != 0 || boxes < 1 || boxes > 60) return TensorId::kNone;
  const auto mark = s.mark();
  nook::DetectionPostProcess::Attrs attrs;
  attrs.num_classes = s.choose.in(1, 4), attrs.max_detections = s.choose.in(1, 6);
  attrs.max_classes_per_detection = 1, attrs.detections_per_class = s.choose.in(1, 4);
  attrs.use_regular_nms = s.choose.chance(50);
  attrs.nms_iou_threshold = 0.5f, attrs.nms_score_threshold = 0.1f;
  attrs.y_scale = attrs.x_scale = 10, attrs.h_scale = attrs.w_scale = 5;
  const int32_t rows = attrs.max_detections, background = s.choose.in(0, 1);
  const TensorId encodings = in_shape(s, x, {1, boxes, 4});
  const TensorId scores = s.floats({1, boxes, attrs.num_classes + background}, 1),
                 anchors = s.floats({boxes, 4}, 1);
  const std::vector<TensorId> results = {s.real({1, rows, 4}), s.real({1, rows}), s.real({1, rows}),
                                         s.real({1})};
  s.add(mark, attrs, {encodings, scores, anchors}, results);
  return TensorId::kNone;
}

}  // namespace generated
