#include "nook/ops/detection_post_process/detection_post_process_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/families/signal_op.h"

namespace nook {
namespace {

int32_t scratch_of(const nook_detection_post_process_f32& p) {
  return nook_detection_bytes(p.boxes, p.detections);
}
template <class P>
int32_t detection_scratch(const P& p) {
  return scratch_of(p);
}

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(DetectionPostProcessF32, nook_detection_post_process_f32_ref,
                                                kRef, always, detection_scratch, disjoint, as_is)};

// A larger scratch would not have a valid size.
constexpr int32_t kMost = 1 << 26;

Code check_elements(const TensorInfo& t, int operand, int32_t need, PrepareContext& context) {
  NOOK_CHECK(context, t.shape.elements() == need, Reason::kElements, operand, need, t.shape.elements());
  return Code::kOk;
}

// Checks an operand: one image, this many boxes, at least `least` numbers each.
Code check_operand(const NodeView& node, size_t i, int32_t boxes, int32_t least, PrepareContext& context) {
  const Shape& s = node.inputs[i].shape;
  const int operand = static_cast<int>(i);
  NOOK_CHECK(context, s.rank == 3, Reason::kRank, operand, 3, s.rank);
  NOOK_CHECK(context, s.dim[0] == 1, Reason::kInputShape, operand, 1, s.dim[0]);
  NOOK_CHECK(context, s.dim[1] == boxes, Reason::kInputShape, operand, boxes, s.dim[1]);
  NOOK_CHECK(context, s.dim[2] >= least, Reason::kChannels, operand, least, s.dim[2]);
  return Code::kOk;
}

Code check_options(const DetectionPostProcess::Attrs& attrs, PrepareContext& context) {
  NOOK_TRY(check_option(attrs.max_detections, 1, kMost, context));
  NOOK_TRY(check_option(attrs.num_classes, 1, kMost, context));
  const bool overlaps = attrs.nms_iou_threshold > 0 && attrs.nms_iou_threshold <= 1;
  NOOK_CHECK(context, overlaps, Reason::kAttribute, 0, 1, 0);
  if (attrs.use_regular_nms) return check_option(attrs.detections_per_class, 1, INT32_MAX, context);
  // With more classes per box, TensorFlow Lite Micro writes past the results.
  const int32_t most = attrs.num_classes == 1 ? INT32_MAX : 1;
  return check_option(attrs.max_classes_per_detection, 1, most, context);
}

}  // namespace

Span<const KernelEntry> DetectionPostProcessF32::kernels() { return kF32; }

Result<DetectionPostProcessF32::Params> DetectionPostProcessF32::prepare(const Op::Attrs& attrs,
                                                                         const NodeView& node,
                                                                         PrepareContext& context) {
  for (const TensorInfo& t : node.inputs) NOOK_REQUIRE(t.type == DType::kF32, Code::kBadType);
  for (const TensorInfo& t : node.outputs) NOOK_REQUIRE(t.type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_options(attrs, context));
  const Shape &encodings = node.inputs[0].shape, &scores = node.inputs[1].shape;
  const int32_t boxes = encodings.rank == 3 ? encodings.dim[1] : 0, rows = attrs.max_detections;
  NOOK_TRY(check_operand(node, 0, boxes, 4, context));
  NOOK_CHECK(context, boxes > 0 && boxes <= kMost, Reason::kElements, 0, kMost, boxes);
  NOOK_TRY(check_operand(node, 1, boxes, attrs.num_classes, context));
  NOOK_CHECK(context, scores.dim[2] - attrs.num_classes <= 1, Reason::kChannels, 1, attrs.num_classes + 1,
             scores.dim[2]);
  NOOK_TRY(check_elements(node.inputs[2], 2, boxes * 4, context));
  const int32_t results[] = {rows * 4, rows, rows, 1};
  for (int i = 0; i < 4; ++i)
    NOOK_TRY(check_elements(node.outputs[static_cast<size_t>(i)], kFirstOutput + i, results[i], context));
  return Params{boxes,
                encodings.dim[2],
                attrs.num_classes,
                scores.dim[2],
                rows,
                attrs.use_regular_nms ? attrs.detections_per_class : 0,
                attrs.y_scale,
                attrs.x_scale,
                attrs.h_scale,
                attrs.w_scale,
                attrs.nms_score_threshold,
                attrs.nms_iou_threshold};
}

void DetectionPostProcessF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("boxes", p.boxes), f.value("box_values", p.box_values), f.value("classes", p.classes);
  f.value("class_values", p.class_values), f.value("detections", p.detections);
  f.value("per_class", p.per_class), f.value("scale_y", p.scale_y), f.value("scale_x", p.scale_x);
  f.value("scale_h", p.scale_h), f.value("scale_w", p.scale_w), f.value("least_score", p.least_score);
  f.value("most_overlap", p.most_overlap);
}

}  // namespace nook

NOOK_DEFINE_OP(DetectionPostProcess, detection_post_process)
