#include "nook/ops/call_once/call_once_op.h"

#include "nook/ops/define_op.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_call_once_ref, disjoint, VariableForm<CallOnce>)

template <>
Code VariableForm<CallOnce>::check(const NodeView&, PrepareContext&, nook_variable*) {
  return Code::kOk;
}

}  // namespace nook

NOOK_DEFINE_OP(CallOnce, call_once)
