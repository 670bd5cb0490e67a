#include "nook/ops/read_variable/read_variable_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_read_variable_ref, disjoint, VariableForm<ReadVariable>)

template <>
Code VariableForm<ReadVariable>::check(const NodeView& node, PrepareContext& context, nook_variable* p) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kResource, Code::kBadType);
  return check_value(node.outputs[0], kFirstOutput, context, p);
}

}  // namespace nook

NOOK_DEFINE_OP(ReadVariable, read_variable)
