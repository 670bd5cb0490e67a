#include "nook/ops/families/signal_op.h"

namespace nook {

Code check_vector(const TensorInfo& t, int operand, int32_t elements, PrepareContext& context) {
  NOOK_CHECK(context, t.shape.rank == 1, Reason::kRank, operand, 1, t.shape.rank);
  const int32_t have = t.shape.elements(), need = elements < 0 ? 1 : elements;
  NOOK_CHECK(context, have > 0 && (elements < 0 || have == elements), Reason::kElements, operand, need, have);
  return Code::kOk;
}

Code check_option(int32_t value, int32_t least, int32_t most, PrepareContext& context) {
  const int32_t nearest = value < least ? least : most;
  NOOK_CHECK(context, value >= least && value <= most, Reason::kAttribute, 0, nearest, value);
  return Code::kOk;
}

Code check_frames(const NodeView& node, PrepareContext& context) {
  const TensorInfo& valid = node.outputs[1];
  const bool frames = node.inputs[0].type == DType::kS16 && node.outputs[0].type == DType::kS16;
  NOOK_REQUIRE(frames && valid.type == DType::kBool, Code::kBadType);
  NOOK_CHECK(context, valid.shape.elements() == 1, Reason::kElements, kFirstOutput + 1, 1,
             valid.shape.elements());
  return Code::kOk;
}

Code check_last_dimension(const TensorInfo& x, const TensorInfo& y, int32_t last, PrepareContext& context) {
  const int rank = x.shape.rank;
  NOOK_CHECK(context, rank > 0, Reason::kRank, 0, 1, 0);
  NOOK_CHECK(context, y.shape.rank == rank, Reason::kRank, kFirstOutput, rank, y.shape.rank);
  for (int d = 0; d < rank; ++d) {
    const int32_t need = d + 1 < rank ? x.shape.dim[d] : last;
    NOOK_CHECK(context, y.shape.dim[d] == need, Reason::kOutputShape, kFirstOutput, need, y.shape.dim[d]);
  }
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_CHECK(context, y.shape.elements() > 0, Reason::kElements, kFirstOutput, 1, 0);
  return Code::kOk;
}

}  // namespace nook
