#include "nook/ops/tile/tile_op.h"

#include "nook/ops/define_op.h"

namespace nook {

template <>
Result<nook_movement> MovedAny<Tile>::sources(const Op::Attrs&, const NodeView& node,
                                              PrepareContext& context) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, x.rank == y.rank, Reason::kRank, kFirstOutput, x.rank, y.rank);
  int32_t dense[kMaxRank], stride[2 * kMaxRank] = {}, dim[2 * kMaxRank], loops = 0;
  dense_strides(x, dense);
  for (int d = 0; d < y.rank; ++d) {
    NOOK_CHECK(context, y.dim[d] % x.dim[d] == 0, Reason::kOutputShape, kFirstOutput, x.dim[d], y.dim[d]);
    if (y.dim[d] > x.dim[d]) stride[loops] = 0, dim[loops++] = y.dim[d] / x.dim[d];
    if (x.dim[d] > 1) stride[loops] = dense[d], dim[loops++] = x.dim[d];
  }
  NOOK_CHECK(context, loops <= kMaxRank, Reason::kRank, kFirstOutput, kMaxRank, loops);
  Shape walked;
  for (int32_t d = 0; d < loops; ++d) walked.dim[walked.rank++] = dim[d];
  return make_gather(walked, 0, stride, size_of(node.inputs[0].type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(Tile, tile)
