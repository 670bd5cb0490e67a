#include "nook/ops/broadcast_to/broadcast_to_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

template <>
Result<nook_movement> MovedAny<BroadcastTo>::sources(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, x.rank <= y.rank, Reason::kRank, kFirstOutput, x.rank, y.rank);
  int32_t dense[kMaxRank], stride[kMaxRank] = {};
  dense_strides(x, dense);
  for (int d = 0; d < x.rank; ++d) {
    const int of_y = d + y.rank - x.rank;
    const bool fits = x.dim[d] == 1 || x.dim[d] == y.dim[of_y];
    NOOK_CHECK(context, fits, Reason::kBroadcast, 0, y.dim[of_y], x.dim[d]);
    stride[of_y] = x.dim[d] == 1 ? 0 : dense[d];
  }
  return make_gather(y, 0, stride, size_of(node.inputs[0].type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(BroadcastTo, broadcast_to)
