#include "nook/ops/non_max_suppression/non_max_suppression_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/families/suppression_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(NonMaxSuppressionF32, nook_non_max_suppression_f32_ref, kRef,
                                                always, candidates, disjoint, as_is)};

}  // namespace

Span<const KernelEntry> NonMaxSuppressionF32::kernels() { return kF32; }

Result<NonMaxSuppressionF32::Params> NonMaxSuppressionF32::prepare(const Op::Attrs& attrs,
                                                                   const NodeView& node,
                                                                   PrepareContext& context) {
  const Shape &boxes = node.inputs[0].shape, &scores = node.inputs[1].shape;
  NOOK_REQUIRE(node.inputs[0].type == DType::kF32 && node.inputs[1].type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, boxes.rank == 3, Reason::kRank, 0, 3, boxes.rank);
  NOOK_CHECK(context, boxes.dim[2] == 4, Reason::kChannels, 0, 4, boxes.dim[2]);
  NOOK_CHECK(context, scores.rank == 3, Reason::kRank, 1, 3, scores.rank);
  NOOK_CHECK(context, scores.dim[0] == boxes.dim[0], Reason::kInputShape, 1, boxes.dim[0], scores.dim[0]);
  NOOK_CHECK(context, scores.dim[2] == boxes.dim[1], Reason::kInputShape, 1, boxes.dim[1], scores.dim[2]);
  NOOK_CHECK(context, scores.elements() > 0 && boxes.dim[1] <= kMostBoxes, Reason::kElements, 0, kMostBoxes,
             boxes.dim[1]);
  NOOK_CHECK(context, attrs.most >= 1 && attrs.most <= boxes.dim[1], Reason::kAttribute, 0, boxes.dim[1],
             attrs.most);
  const TensorInfo& y = node.outputs[0];
  const int64_t rows = int64_t{scores.dim[0]} * scores.dim[1] * attrs.most;
  NOOK_CHECK(context, rows <= INT32_MAX / 3, Reason::kTooLarge, kFirstOutput, INT32_MAX / 3, INT32_MAX);
  NOOK_CHECK(context, y.type == DType::kS32, Reason::kType, kFirstOutput, DType::kS32, y.type);
  NOOK_TRY(check_output_shape(y, Shape{{static_cast<int32_t>(rows), 3}, 2}, context));
  return Params{
      scores.dim[0], scores.dim[1], boxes.dim[1],          attrs.most,         static_cast<int32_t>(rows),
      attrs.centred, attrs.limited, attrs.score_threshold, attrs.iou_threshold};
}

void NonMaxSuppressionF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("classes", p.classes), f.value("boxes", p.boxes);
  f.value("most", p.most), f.value("rows", p.rows);
  f.value("centred", p.centred), f.value("limited", p.limited);
  f.value("least_score", p.least_score), f.value("most_overlap", p.most_overlap);
}

}  // namespace nook

NOOK_DEFINE_OP(NonMaxSuppression, non_max_suppression)
