#include "nook/ops/shape/shape_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {

Span<const Kernel> ShapeOfAny::kernels() { NOOK_ONE_KERNEL(ShapeOfAny, nook_shape_ref, disjoint); }

Result<ShapeOfAny::Params> ShapeOfAny::prepare(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  const TensorInfo& y = node.outputs[0];
  NOOK_REQUIRE(y.type == DType::kS32, Code::kBadType);
  const Code code = check_output_shape(y, Shape{{x.rank}, 1}, context);
  NOOK_REQUIRE(code == Code::kOk, code);
  Params p{x.rank, {}};
  for (int d = 0; d < x.rank; ++d) p.dim[d] = x.dim[d];
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(ShapeOf, shape)
