#include "nook/ops/call_once/call_once_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kAny[] = {
    NOOK_KERNEL_ROW(CallOnceAny, nook_call_once_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> CallOnce::kernels() { return kAny; }

Code CallOnce::check(const NodeView&, PrepareContext&, nook_variable*) { return Code::kOk; }

}  // namespace nook

NOOK_DEFINE_OP(CallOnce, call_once)
