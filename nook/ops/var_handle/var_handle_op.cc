#include "nook/ops/var_handle/var_handle_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kAny[] = {
    NOOK_KERNEL_ROW(VarHandleAny, nook_var_handle_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> VarHandle::kernels() { return kAny; }

Code VarHandle::check(const NodeView& node, PrepareContext&, nook_variable*) {
  return node.outputs[0].type == DType::kResource ? Code::kOk : Code::kBadType;
}

}  // namespace nook

NOOK_DEFINE_OP(VarHandle, var_handle)
