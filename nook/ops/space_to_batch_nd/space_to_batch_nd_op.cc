#include "nook/ops/space_to_batch_nd/space_to_batch_nd_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_space_to_batch_ref, disjoint, SpaceToBatchNdAny)

Code read_blocks(const NodeView& node, PrepareContext& context, Blocks* blocks) {
  const int32_t spatial = node.inputs[0].shape.rank - 2;
  NOOK_TRY(check_indices(node, 1, spatial, context));
  NOOK_TRY(check_indices(node, 2, 2 * spatial, context));
  constexpr int32_t kMost = 1 << 15;  // limit of rows and columns: their product fits an int32
  for (int32_t i = 0; i < spatial; ++i) {
    const int64_t size = index_at(node.inputs[1], i), before = index_at(node.inputs[2], 2 * i),
                  after = index_at(node.inputs[2], 2 * i + 1);
    NOOK_CHECK(context, size > 0 && size <= kMost, Reason::kAttribute, 1, kMost, size);
    NOOK_CHECK(context, before >= 0 && before <= INT32_MAX, Reason::kPadding, 2, 0, before);
    NOOK_CHECK(context, after >= 0 && after <= INT32_MAX, Reason::kPadding, 2, 0, after);
    blocks->size[i + 1] = static_cast<int32_t>(size);
    blocks->before[i + 1] = static_cast<int32_t>(before), blocks->after[i + 1] = static_cast<int32_t>(after);
  }
  return Code::kOk;
}

Result<SpaceToBatchNdAny::Params> SpaceToBatchNdAny::prepare(const Op::Attrs&, const NodeView& node,
                                                             PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_CHECK(context, x.shape.rank == 3 || x.shape.rank == 4, Reason::kRank, 0, 4, x.shape.rank);
  Blocks blocks;
  NOOK_TRY(read_blocks(node, context, &blocks));
  Shape expected = x.shape;
  for (int d = 1; d < x.shape.rank - 1; ++d) {
    // The size plus one more block, up to which the kernel counts rows and columns, fits an int32.
    const int64_t size = int64_t{x.shape.dim[d]} + blocks.before[d] + blocks.after[d];
    constexpr int32_t kMost = INT32_MAX - (1 << 15);
    NOOK_CHECK(context, size <= kMost, Reason::kTooLarge, kFirstOutput, kMost, INT32_MAX);
    NOOK_CHECK(context, size % blocks.size[d] == 0, Reason::kPadding, 2, blocks.size[d], size);
    expected.dim[d] = static_cast<int32_t>(size / blocks.size[d]);
  }
  const int64_t batches = int64_t{x.shape.dim[0]} * (blocks.size[1] * blocks.size[2]);
  NOOK_CHECK(context, batches <= INT32_MAX, Reason::kTooLarge, kFirstOutput, INT32_MAX, INT32_MAX);
  expected.dim[0] = static_cast<int32_t>(batches);
  NOOK_TRY(check_output_shape(y, expected, context));
  const int32_t fill = x.type == DType::kS8 ? y.zero_point : 0;
  NOOK_CHECK(context, fill >= -128 && fill <= 127, Reason::kZeroPoint, kFirstOutput, 0, fill);
  const bool zero = x.type == DType::kS8 || y.zero_point == 0;
  NOOK_CHECK(context, zero, Reason::kZeroPoint, kFirstOutput, 0, y.zero_point);
  const bool image = x.shape.rank == 4;
  Params p{x.shape.dim[0],
           x.shape.dim[1],
           1,
           y.shape.dim[1],
           1,
           blocks.size[1],
           1,
           blocks.before[1],
           0,
           size_of(x.type) * x.shape.back(0),
           fill};
  if (image) p.in_w = x.shape.dim[2], p.out_w = y.shape.dim[2];
  if (image) p.block_w = blocks.size[2], p.pad_left = blocks.before[2];
  return p;
}

void SpaceToBatchNdAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w);
  f.value("out_h", p.out_h), f.value("out_w", p.out_w);
  f.value("block_h", p.block_h), f.value("block_w", p.block_w);
  f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
  f.value("run", p.run), f.value("fill", p.fill);
}

}  // namespace nook

NOOK_DEFINE_OP(SpaceToBatchNd, space_to_batch_nd)
