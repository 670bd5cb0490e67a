#include "nook/ops/call_once/call_once_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_call_once_ref, disjoint, VariableForm<CallOnce>)

template <>
Code VariableForm<CallOnce>::check(const NodeView&, PrepareContext& context, nook_variable*) {
  return context.variables ? Code::kOk : Code::kUnsupported;  // otherwise its assignments would be lost
}

}  // namespace nook

NOOK_DEFINE_OP(CallOnce, call_once)
