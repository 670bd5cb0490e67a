#include "nook/ops/space_to_depth/space_to_depth_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_space_to_depth_ref, ahead_of_blocks, BlocksForm<SpaceToDepth>)

Result<nook_blocks> SpaceToDepth::prepare(int32_t block, const NodeView& node, PrepareContext& context) {
  const Shape &x = node.inputs[0].shape, &y = node.outputs[0].shape;
  const int32_t width = x.dim[2], channels = x.dim[3];
  NOOK_CHECK(context, block > 0, Reason::kAttribute, 0, 1, block);
  NOOK_CHECK(context, x.dim[1] % block == 0, Reason::kInputShape, 0, block, x.dim[1]);
  NOOK_CHECK(context, width % block == 0, Reason::kInputShape, 0, block, width);
  const Shape expected{{x.dim[0], x.dim[1] / block, width / block, channels * block * block}, 4};
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return nook_blocks{y.dim[0] * y.dim[1], y.dim[2], block, channels * block * size_of(node.inputs[0].type)};
}

}  // namespace nook

NOOK_DEFINE_OP(SpaceToDepth, space_to_depth)
