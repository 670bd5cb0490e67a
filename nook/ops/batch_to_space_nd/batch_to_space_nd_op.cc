#include "nook/ops/batch_to_space_nd/batch_to_space_nd_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"

namespace nook {

template <>
Result<nook_pick> PickedAny<BatchToSpaceNd>::sources(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, x.rank == 3 || x.rank == 4, Reason::kRank, 0, 4, x.rank);
  Blocks blocks;
  NOOK_TRY(read_blocks(node, context, &blocks));
  const int32_t together = blocks.size[1] * blocks.size[2];
  NOOK_CHECK(context, x.dim[0] % together == 0, Reason::kInputShape, 0, together, x.dim[0]);
  Places places{x};
  places.shape.dim[0] /= together;
  for (int d = 1; d < x.rank - 1; ++d) {
    const int64_t size = int64_t{x.dim[d]} * blocks.size[d] - blocks.before[d] - blocks.after[d];
    NOOK_CHECK(context, size > 0 && size <= INT32_MAX, Reason::kPadding, 2, 1, 0);
    places.shape.dim[d] = static_cast<int32_t>(size);
    places.regular[d] = false;
  }
  NOOK_TRY(check_output_shape(node.outputs[0], places.shape, context));
  int32_t dense[kMaxRank];
  dense_strides(x, dense);
  const int32_t batch = dense[0] * places.shape.dim[0];  // from one pixel of a block to the next
  places.stride[0] = dense[0], places.stride[x.rank - 1] = 1;
  for (int d = 1; d < x.rank - 1; ++d) places.stride[d] = 1;
  auto place = [&](int d, int32_t i) {
    const int64_t at = int64_t{i} + blocks.before[d];
    const int32_t within = static_cast<int32_t>(at % blocks.size[d]);
    const int32_t of_blocks = d == 1 && x.rank == 4 ? within * blocks.size[2] : within;
    return static_cast<int32_t>(at / blocks.size[d]) * dense[d] + of_blocks * batch;
  };
  return make_pick(places, size_of(node.inputs[0].type), context, place);
}

}  // namespace nook

NOOK_DEFINE_OP(BatchToSpaceNd, batch_to_space_nd)
