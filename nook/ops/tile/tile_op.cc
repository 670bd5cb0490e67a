#include "nook/ops/tile/tile_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// Loops over y from the outermost; loops that can be merged become one.
struct Loops {
  int32_t dim[2 * kMaxRank], stride[2 * kMaxRank], count = 0;

  void add(int32_t size, int32_t by) {
    if (size == 1) return;
    const bool merges = count > 0 && stride[count - 1] == int64_t{by} * size;
    if (!merges) dim[count++] = 1;
    dim[count - 1] *= size, stride[count - 1] = by;
  }
};

}  // namespace

template <>
Result<nook_movement> MovedAny<Tile>::sources(const Op::Attrs&, const NodeView& node,
                                              PrepareContext& context) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, x.rank == y.rank, Reason::kRank, kFirstOutput, x.rank, y.rank);
  int32_t dense[kMaxRank];
  dense_strides(x, dense);
  Loops loops;
  for (int d = 0; d < y.rank; ++d) {
    NOOK_CHECK(context, y.dim[d] % x.dim[d] == 0, Reason::kOutputShape, kFirstOutput, x.dim[d], y.dim[d]);
    loops.add(y.dim[d] / x.dim[d], 0);
    loops.add(x.dim[d], dense[d]);
  }
  NOOK_CHECK(context, loops.count <= kMaxRank, Reason::kRank, kFirstOutput, kMaxRank, loops.count);
  Shape walked;
  for (int32_t d = 0; d < loops.count; ++d) walked.dim[walked.rank++] = loops.dim[d];
  return make_gather(walked, 0, loops.stride, size_of(node.inputs[0].type), context);
}

}  // namespace nook

NOOK_DEFINE_OP(Tile, tile)
