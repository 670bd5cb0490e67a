#include "nook/ops/split/split_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

template <>
Result<nook_parts> PartsAny<Split>::prepare(const Split::Attrs&, const NodeView& node,
                                            PrepareContext& context) {
  const Shape& x = node.inputs[1].shape;
  NOOK_TRY(check_indices(node, 0, 1, context));
  const auto axis = axis_of(index_at(node.inputs[0], 0), x.rank, 0, context);
  NOOK_REQUIRE(axis, axis.code());
  const int32_t outputs = static_cast<int32_t>(node.outputs.size());
  NOOK_CHECK(context, x.dim[*axis] % outputs == 0, Reason::kOutputShape, 1, outputs, x.dim[*axis]);
  Shape part = x;
  part.dim[*axis] /= outputs;
  NOOK_TRY(check_parts(node, 1, part, context));
  return make_parts(node, x, *axis, context);
}

}  // namespace nook

NOOK_DEFINE_OP(Split, split)
