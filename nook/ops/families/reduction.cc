#include "nook/core/quantize.h"
#include "nook/ops/families/reduction_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/strides.h"

namespace nook {
namespace {

// Reads the axes of operand 1 as a bit mask.
Result<uint32_t> read_axes(const NodeView& node, PrepareContext& context) {
  const TensorInfo& axes = node.inputs[1];
  const int32_t rank = node.inputs[0].shape.rank, count = axes.shape.elements();
  NOOK_TRY(check_indices(node, 1, count, context));
  uint32_t set = 0;
  for (int32_t i = 0; i < count; ++i) {
    const int64_t axis = index_at(axes, i);
    NOOK_CHECK(context, axis >= -rank && axis < rank, Reason::kAxis, 1, rank - 1, axis);
    set |= 1u << (axis < 0 ? axis + rank : axis);
  }
  return set;
}

Code make_tables(const Walk& walk, PrepareContext& context, const int32_t** dim, const int32_t** jump) {
  if (walk.rank == 0) return Code::kOk;
  *dim = dims(walk, context);
  NOOK_REQUIRE(*dim, Code::kNoMemory);
  *jump = jumps(walk, 0, 1, context);
  NOOK_REQUIRE(*jump, Code::kNoMemory);
  return Code::kOk;
}

}  // namespace

Code prepare_reduction_walk(const NodeView& node, KeepDims keep, PrepareContext& context,
                            nook_reduction_walk* w, uint32_t* axes_to) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, x.elements() > 0, Reason::kElements, 0, 1, 0);
  const Result<uint32_t> axes = read_axes(node, context);
  NOOK_REQUIRE(axes, axes.code());
  if (axes_to) *axes_to = *axes;
  int32_t stride[kMaxRank];
  dense_strides(x, stride);
  Shape expected;
  Walk kept, taken;
  for (int d = 0; d < x.rank; ++d) {
    const bool goes = *axes >> d & 1u;
    (goes ? taken : kept).add(x.dim[d], stride[d], 0);
    if (!goes) expected.dim[expected.rank++] = x.dim[d];
    if (goes && keep == KeepDims::kYes) expected.dim[expected.rank++] = 1;
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  w->count = x.elements() / expected.elements();
  w->run = 1, w->step = 0;
  if (taken.rank > 0) {
    const int32_t inner = taken.take();
    w->run = taken.dim[inner], w->step = taken.stride[0][inner];
  }
  w->taken_rank = taken.rank, w->kept_rank = kept.rank;
  NOOK_TRY(make_tables(taken, context, &w->taken_dim, &w->taken_jump));
  return make_tables(kept, context, &w->kept_dim, &w->kept_jump);
}

Result<nook_reduction> prepare_reduction(const NodeView& node, DType type, KeepDims keep,
                                         PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  const bool alike = type != DType::kS8 || same_quantization(x, y);
  NOOK_CHECK(context, alike, Reason::kQuantization, kFirstOutput, x.zero_point, y.zero_point);
  nook_reduction p{};
  NOOK_TRY(prepare_reduction_walk(node, keep, context, &p.walk));
  return p;
}

}  // namespace nook
