#include "nook/ops/assign_variable/assign_variable_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_assign_variable_ref, disjoint, VariableForm<AssignVariable>)

template <>
Code VariableForm<AssignVariable>::check(const NodeView& node, PrepareContext& context, nook_variable* p) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kResource, Code::kBadType);
  return check_value(node.inputs[1], 1, context, p);
}

}  // namespace nook

NOOK_DEFINE_OP(AssignVariable, assign_variable)
