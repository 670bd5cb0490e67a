#include "nook/ops/split_v/split_v_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

template <>
Result<nook_parts> PartsAny<SplitV>::prepare(const SplitV::Attrs&, const NodeView& node,
                                             PrepareContext& context) {
  const TensorInfo& x = node.inputs[0];
  NOOK_REQUIRE(size_of(x.type) > 0, Code::kBadType);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_TRY(check_indices(node, 2, 1, context));
  const auto axis = axis_of(index_at(node.inputs[2], 0), x.shape.rank, 2, context);
  NOOK_REQUIRE(axis, axis.code());
  int64_t along = 0;
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    Shape part = x.shape;
    if (*axis < node.outputs[i].shape.rank) part.dim[*axis] = node.outputs[i].shape.dim[*axis];
    NOOK_TRY(check_part(x, node, i, part, context));
    NOOK_CHECK(context, part.dim[*axis] > 0, Reason::kElements,
               kFirstOutput + static_cast<int>(i < kFirstOutput ? i : kFirstOutput - 1), 1, 0);
    along += part.dim[*axis];
  }
  const int32_t size = x.shape.dim[*axis];
  NOOK_CHECK(context, along == size, Reason::kOutputShape, 0, size, along > INT32_MAX ? INT32_MAX : along);
  return make_parts(node, x.shape, *axis, context);
}

}  // namespace nook

NOOK_DEFINE_OP(SplitV, split_v)
