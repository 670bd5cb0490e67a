#include "nook/ops/unpack/unpack_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

template <>
Result<nook_parts> PartsAny<Unpack>::prepare(const Unpack::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  const auto axis = axis_of(attrs.axis, x.rank, 0, context);
  NOOK_REQUIRE(axis, axis.code());
  const int32_t outputs = static_cast<int32_t>(node.outputs.size());
  NOOK_CHECK(context, x.dim[*axis] == outputs, Reason::kOperandCount, kFirstOutput, x.dim[*axis], outputs);
  Shape part;
  for (int d = 0; d < x.rank; ++d)
    if (d != *axis) part.dim[part.rank++] = x.dim[d];
  NOOK_TRY(check_parts(node, 0, part, context));
  return make_parts(node, x, *axis, context);
}

}  // namespace nook

NOOK_DEFINE_OP(Unpack, unpack)
