#include "nook/ops/space_to_depth/space_to_depth_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {
NOOK_FAMILY_KERNEL(nook_space_to_depth_ref, ahead_of_blocks, BlocksForm<SpaceToDepth>)
template <>
Span<const RowInvoke> BlocksForm<SpaceToDepth>::row_kernels() {
  static constexpr RowInvoke kOfRows[] = {
      linked_row<BlocksForm<SpaceToDepth>, kRef, nook_space_to_depth_ref_row>()};
  return kOfRows;
}

template <>
Result<nook_blocks> BlocksForm<SpaceToDepth>::prepare(const SpaceToDepth::Attrs& attrs, const NodeView& node,
                                                      PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, x.rank == 4, Reason::kRank, 0, 4, x.rank);
  const int32_t block = attrs.block, width = x.dim[2], channels = x.dim[3];
  NOOK_CHECK(context, block > 0, Reason::kAttribute, 0, 1, block);
  NOOK_CHECK(context, x.dim[1] % block == 0, Reason::kInputShape, 0, block, x.dim[1]);
  NOOK_CHECK(context, width % block == 0, Reason::kInputShape, 0, block, width);
  const Shape expected{{x.dim[0], x.dim[1] / block, width / block, channels * block * block}, 4};
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return nook_blocks{y.dim[0] * y.dim[1], y.dim[2], block, channels * block * size_of(node.inputs[0].type)};
}

}  // namespace nook

NOOK_DEFINE_OP(SpaceToDepth, space_to_depth)
