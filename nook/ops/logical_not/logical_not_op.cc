#include "nook/ops/logical_not/logical_not_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_logical_not_ref, in_place, LogicalNotAny)

Result<LogicalNotAny::Params> LogicalNotAny::prepare(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  NOOK_TRY(check_one_shape(node, DType::kBool, DType::kBool, context));
  return Params{node.inputs[0].shape.elements()};
}

void LogicalNotAny::fields(ParamsVisitor& f, const Params& p) { f.value("size", p.size); }

}  // namespace nook

NOOK_DEFINE_OP(LogicalNot, logical_not)
