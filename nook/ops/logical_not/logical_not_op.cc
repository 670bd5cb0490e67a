#include "nook/ops/logical_not/logical_not_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_logical_not_ref, in_place, LogicalNotAny)

Result<LogicalNotAny::Params> LogicalNotAny::prepare(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kBool && y.type == DType::kBool, Code::kBadType);
  NOOK_TRY(check_output_shape(y, x.shape, context));
  return Params{x.shape.elements()};
}

void LogicalNotAny::fields(ParamsVisitor& f, const Params& p) { f.value("size", p.size); }

}  // namespace nook

NOOK_DEFINE_OP(LogicalNot, logical_not)
