#include "nook/ops/families/suppression_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

Code check_vector(const TensorInfo& t, int operand, DType type, int32_t size, PrepareContext& context) {
  NOOK_CHECK(context, t.type == type, Reason::kType, operand, type, t.type);
  NOOK_CHECK(context, t.shape.elements() == size, Reason::kElements, operand, size, t.shape.elements());
  return Code::kOk;
}

}  // namespace

Result<nook_suppression_f32> prepare_suppression(const NodeView& node, PrepareContext& context) {
  const Shape& boxes = node.inputs[0].shape;
  NOOK_REQUIRE(node.inputs[0].type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, boxes.rank == 2, Reason::kRank, 0, 2, boxes.rank);
  NOOK_CHECK(context, boxes.dim[1] == 4, Reason::kChannels, 0, 4, boxes.dim[1]);
  NOOK_CHECK(context, boxes.dim[0] > 0 && boxes.dim[0] <= kMostBoxes, Reason::kElements, 0, kMostBoxes,
             boxes.dim[0]);
  NOOK_TRY(check_vector(node.inputs[1], 1, DType::kF32, boxes.dim[0], context));
  NOOK_TRY(check_indices(node, 2, 1, context));
  const int64_t most = index_at(node.inputs[2], 0);
  NOOK_CHECK(context, most >= 1 && most <= kMostBoxes, Reason::kElements, 2, kMostBoxes, most);
  const nook_suppression_f32 p = {boxes.dim[0], static_cast<int32_t>(most)};
  for (size_t i = 3; i < node.inputs.size(); ++i)
    NOOK_TRY(check_vector(node.inputs[i], static_cast<int>(i), DType::kF32, 1, context));
  const size_t last = node.outputs.size() - 1;
  for (size_t k = 0; k <= last; ++k) {
    const DType type = k == 1 && last == 2 ? DType::kF32 : DType::kS32;
    NOOK_TRY(check_vector(node.outputs[k], kFirstOutput + static_cast<int>(k), type, k == last ? 1 : p.most,
                          context));
  }
  return p;
}

}  // namespace nook
