#include "nook/ops/select/select_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// The condition as SELECT_V2 broadcasts it: a vector of y's first dimension is followed by dimensions of 1.
Shape broadcast_condition(const Shape& condition, const Shape& y) {
  Shape shape = condition;
  if (condition.rank == 1 && y.rank > 1)
    while (shape.rank < y.rank) shape.dim[shape.rank++] = 1;
  return shape;
}

}  // namespace

NOOK_FORM_KERNEL(nook_select_v2_ref, disjoint, SelectAny)

Result<SelectAny::Params> SelectAny::prepare(const Op::Attrs&, const NodeView& node,
                                             PrepareContext& context) {
  const Shape& y = node.outputs[0].shape;
  const Shape& condition = node.inputs[0].shape;
  for (size_t k = 1; k < 3; ++k)
    for (int d = 0; d < y.rank; ++d) {
      const Shape& x = node.inputs[k].shape;
      NOOK_CHECK(context, x.rank == y.rank, Reason::kRank, static_cast<int>(k), y.rank, x.rank);
      NOOK_CHECK(context, x.dim[d] == y.dim[d], Reason::kInputShape, static_cast<int>(k), y.dim[d], x.dim[d]);
    }
  const bool fits = condition.elements() == 1 || condition.rank == y.rank || condition.rank == 1;
  NOOK_CHECK(context, fits, Reason::kRank, 0, y.rank, condition.rank);
  const int rank = condition.elements() == 1 ? 0 : condition.rank;
  for (int d = 0; d < rank; ++d)
    NOOK_CHECK(context, condition.dim[d] == y.dim[d], Reason::kBroadcast, 0, y.dim[d], condition.dim[d]);
  TensorInfo inputs[] = {node.inputs[0], node.inputs[1], node.inputs[2]};
  inputs[0].shape = broadcast_condition(condition, y);
  NodeView view = node;
  view.inputs = inputs;
  return SelectV2Any::prepare({}, view, context);
}

void SelectAny::fields(ParamsVisitor& f, const Params& p) { SelectV2Any::fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(Select, select)
