#include "nook/ops/var_handle/var_handle_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_var_handle_ref, disjoint, VariableForm<VarHandle>)

template <>
Code VariableForm<VarHandle>::check(const NodeView& node, PrepareContext&, nook_variable*) {
  return node.outputs[0].type == DType::kResource ? Code::kOk : Code::kBadType;
}

}  // namespace nook

NOOK_DEFINE_OP(VarHandle, var_handle)
