#include "nook/ops/reverse_v2/reverse_v2_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

template <>
Result<nook_movement> MovedAny<ReverseV2>::sources(const Op::Attrs&, const NodeView& node,
                                                   PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  const int32_t axes = node.inputs[1].shape.elements();
  NOOK_CHECK(context, axes <= x.rank, Reason::kElements, 1, x.rank, axes);
  NOOK_TRY(check_indices(node, 1, axes, context));
  int32_t stride[kMaxRank], first = 0;
  dense_strides(x, stride);
  for (int32_t i = 0; i < axes; ++i) {
    const auto axis = axis_of(index_at(node.inputs[1], i), x.rank, 1, context);
    NOOK_REQUIRE(axis, axis.code());
    NOOK_CHECK(context, stride[*axis] > 0, Reason::kAxis, 1, i, *axis);  // each axis at most once
    first += (x.dim[*axis] - 1) * stride[*axis];
    stride[*axis] = -stride[*axis];
  }
  NOOK_TRY(check_output_shape(node.outputs[0], x, context));
  return make_gather(x, first, stride, size_of(node.inputs[0].type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(ReverseV2, reverse_v2)
