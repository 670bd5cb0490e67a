#include "nook/ops/assign_variable/assign_variable_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kAny[] = {
    NOOK_KERNEL_ROW(AssignVariableAny, nook_assign_variable_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> AssignVariable::kernels() { return kAny; }

Code AssignVariable::check(const NodeView& node, PrepareContext& context, nook_variable* p) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kResource, Code::kBadType);
  return check_value(node.inputs[1], 1, context, p);
}

}  // namespace nook

NOOK_DEFINE_OP(AssignVariable, assign_variable)
