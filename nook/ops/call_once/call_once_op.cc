#include "nook/ops/call_once/call_once_op.h"

#include "nook/ops/define_op.h"

namespace nook {

Span<const Kernel> CallOnce::kernels() { NOOK_ONE_KERNEL(CallOnceAny, nook_call_once_ref, disjoint); }

Code CallOnce::check(const NodeView&, PrepareContext&, nook_variable*) { return Code::kOk; }

}  // namespace nook

NOOK_DEFINE_OP(CallOnce, call_once)
