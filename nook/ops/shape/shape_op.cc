#include "nook/ops/shape/shape_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_shape_ref, disjoint, ShapeOfAny)

Result<ShapeOfAny::Params> ShapeOfAny::prepare(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  const TensorInfo& y = node.outputs[0];
  NOOK_REQUIRE(y.type == DType::kS32, Code::kBadType);
  NOOK_CHECK(context, x.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_TRY(check_output_shape(y, Shape{{x.rank}, 1}, context));
  Params p{x.rank, {}};
  for (int d = 0; d < x.rank; ++d) p.dim[d] = x.dim[d];
  return p;
}

void ShapeOfAny::fields(ParamsVisitor& f, const Params& p) { f.value("rank", p.rank), f.value("dim", p.dim); }

}  // namespace nook

NOOK_DEFINE_OP(ShapeOf, shape)
