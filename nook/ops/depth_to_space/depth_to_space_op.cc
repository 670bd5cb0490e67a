#include "nook/ops/depth_to_space/depth_to_space_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_depth_to_space_ref, ahead_of_blocks, BlocksForm<DepthToSpace>)

Result<nook_blocks> DepthToSpace::prepare(int32_t block, const NodeView& node, PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  const int32_t height = x.dim[1], width = x.dim[2], channels = x.dim[3];
  const bool divides = block > 0 && channels % block == 0 && channels / block % block == 0;
  NOOK_CHECK(context, divides, Reason::kAttribute, 0, 1, block);
  const Shape expected{{x.dim[0], height * block, width * block, channels / block / block}, 4};
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return nook_blocks{x.dim[0] * height, width, block, channels / block * size_of(node.inputs[0].type)};
}

}  // namespace nook

NOOK_DEFINE_OP(DepthToSpace, depth_to_space)
