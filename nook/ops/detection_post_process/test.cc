#include "tests/test.h"

#include <math.h>

#include "nook/ops/detection_post_process/detection_post_process_op.h"
#include "tests/op_case.h"

using namespace nook;
using test::shape;
using test::tensor;

namespace {

// Three boxes, of which the second overlaps the first; a background and two classes.
constexpr float kAnchors[] = {10, 10, 4, 4, 10, 11, 4, 4, 30, 30, 4, 4};
constexpr float kEncodings[12] = {};
constexpr float kScores[] = {0, 0.9f, 0.3f, 0, 0.8f, 0.7f, 0, 0.1f, 0.6f};

struct Case {
  DetectionPostProcess::Attrs attrs;
  TensorInfo in[3], out[4];
  Refusal refusal{};
  alignas(16) uint8_t memory[512], scratch[512];
  float found[16], classes[4], scores[4], count[1];

  Case() {
    attrs.num_classes = 2, attrs.max_detections = 4, attrs.max_classes_per_detection = 1;
    attrs.nms_score_threshold = 0.25f, attrs.nms_iou_threshold = 0.5f;
    attrs.y_scale = attrs.x_scale = attrs.h_scale = attrs.w_scale = 1;
    in[0] = tensor(DType::kF32, shape(1, 3, 4)), in[1] = tensor(DType::kF32, shape(1, 3, 3));
    in[2] = tensor(DType::kF32, shape(3, 4));
    out[0] = tensor(DType::kF32, shape(1, 4, 4)), out[1] = out[2] = tensor(DType::kF32, shape(1, 4));
    out[3] = tensor(DType::kF32, shape(1));
  }
  Result<Prepared> prepare() {
    Arena arena({memory, sizeof memory});
    PrepareContext context{arena, kBuildIsa, false, {}};
    const auto prepared =
        prepare_op<DetectionPostProcess>(attrs, {OpCode{}, 1, {}, {in, 3}, {out, 4}}, context);
    refusal = context.refusal;
    return prepared;
  }
  bool refused(Reason reason, int operand) {
    return !prepare() && refusal.reason == reason && refusal.operand == operand;
  }
  void run(const float* encodings = kEncodings) {
    const auto prepared = prepare();
    EXPECT(prepared && prepared->scratch + test::kGuard <= static_cast<int32_t>(sizeof scratch));
    if (!prepared) return;
    memset(scratch, test::kGuardByte, sizeof scratch);
    const void* const operands[] = {encodings, kScores, kAnchors};
    void* const results[] = {found, classes, scores, count};
    prepared->invoke(prepared->params, {operands, results, scratch});
    EXPECT(test::only_guard(scratch + prepared->scratch, test::kGuard));
  }
  bool row(int i, float y0, float x0, float y1, float x1, float of_class, float score) const {
    const float* const at = found + 4 * i;
    return at[0] == y0 && at[1] == x0 && at[2] == y1 && at[3] == x1 && classes[i] == of_class &&
           scores[i] == score;
  }
};

}  // namespace

TEST(detection_post_process_gives_each_box_its_best_class_and_drops_overlapping_boxes) {
  Case c;
  c.run();
  EXPECT(c.count[0] == 2);
  EXPECT(c.row(0, 8, 8, 12, 12, 0, 0.9f) && c.row(1, 28, 28, 32, 32, 1, 0.6f));
  EXPECT(c.row(2, 0, 0, 0, 0, 0, 0) && c.row(3, 0, 0, 0, 0, 0, 0));
  c.attrs.nms_iou_threshold = 0.7f;
  c.run();
  EXPECT(c.count[0] == 3 && c.row(1, 8, 9, 12, 13, 0, 0.8f));
}

TEST(detection_post_process_suppresses_class_by_class) {
  Case c;
  c.attrs.use_regular_nms = true;
  c.run();
  EXPECT(c.count[0] == 3 && c.row(0, 8, 8, 12, 12, 0, 0.9f) && c.row(1, 8, 9, 12, 13, 1, 0.7f));
  EXPECT(c.row(2, 28, 28, 32, 32, 1, 0.6f) && c.row(3, 0, 0, 0, 0, 0, 0));
  c.attrs.detections_per_class = 1;
  c.run();
  EXPECT(c.count[0] == 2 && c.row(1, 8, 9, 12, 13, 1, 0.7f));
  c.attrs.max_detections = 1, c.attrs.detections_per_class = 100;
  c.out[0].shape = shape(1, 1, 4), c.out[1].shape = c.out[2].shape = shape(1, 1);
  c.run();
  EXPECT(c.count[0] == 1 && c.row(0, 8, 8, 12, 12, 0, 0.9f));
}

TEST(detection_post_process_decodes_boxes_against_their_anchors) {
  Case c;
  const float ln_2 = logf(2);
  const float encodings[12] = {1, -1, 2 * ln_2, 0};
  c.attrs.y_scale = 2, c.attrs.x_scale = 4, c.attrs.h_scale = 2, c.attrs.w_scale = 1;
  c.run(encodings);
  EXPECT(fabsf(c.found[0] - 8) < 1e-5f && c.found[1] == 7 && fabsf(c.found[2] - 16) < 1e-5f &&
         c.found[3] == 11);
}

TEST(detection_post_process_refuses_operands_that_do_not_fit) {
  EXPECT(Case().prepare());
  const int32_t numbers[] = {0, -1, INT32_MIN, INT32_MAX};
  for (const int32_t number : numbers) {
    Case c;
    c.attrs.max_detections = number;
    EXPECT(c.refused(Reason::kAttribute, 0));
    Case d;
    d.attrs.num_classes = number;
    EXPECT(d.refused(Reason::kAttribute, 0));
  }
  const float overlaps[] = {0, -1, 1.5f, NAN};
  for (const float overlap : overlaps) {
    Case c;
    c.attrs.nms_iou_threshold = overlap;
    EXPECT(c.refused(Reason::kAttribute, 0));
  }
  Case more;
  more.attrs.max_classes_per_detection = 2;
  EXPECT(more.refused(Reason::kAttribute, 0));
  Case classes;
  classes.in[1].shape = shape(1, 3, 4);
  EXPECT(classes.refused(Reason::kChannels, 1));
  Case boxes;
  boxes.in[1].shape = shape(1, 2, 3);
  EXPECT(boxes.refused(Reason::kInputShape, 1));
  Case images;
  images.in[0].shape = shape(2, 3, 4);
  EXPECT(images.refused(Reason::kInputShape, 0));
  Case anchors;
  anchors.in[2].shape = shape(2, 4);
  EXPECT(anchors.refused(Reason::kElements, 2));
  Case rows;
  rows.out[2].shape = shape(1, 3);
  EXPECT(rows.refused(Reason::kElements, kFirstOutput + 2));
}
