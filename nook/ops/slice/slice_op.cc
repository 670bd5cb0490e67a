#include "nook/ops/slice/slice_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

template <>
Result<nook_movement> MovedAny<Slice>::sources(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  for (int operand = 1; operand <= 2; ++operand) {
    NOOK_TRY(check_indices(node, operand, x.rank, context));
  }
  int32_t stride[kMaxRank], first = 0;
  dense_strides(x, stride);
  Shape expected = x;
  for (int d = 0; d < x.rank; ++d) {
    const int64_t begin = index_at(node.inputs[1], d), given = index_at(node.inputs[2], d);
    NOOK_CHECK(context, begin >= 0 && begin < x.dim[d], Reason::kAxis, 1, x.dim[d], begin);
    const int64_t left = x.dim[d] - begin, size = given == -1 ? left : given;
    NOOK_CHECK(context, size > 0 && size <= left, Reason::kAxis, 2, left, given);
    first += static_cast<int32_t>(begin) * stride[d];
    expected.dim[d] = static_cast<int32_t>(size);
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return make_gather(expected, first, stride, size_of(node.inputs[0].type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(Slice, slice)
