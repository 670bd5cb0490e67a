#include "nook/ops/logical_or/logical_or_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kBool[] = {NOOK_KERNEL_ROW(LogicalOrBool, nook_logical_or_bool_ref, kRef, always, no_scratch,
                                            binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> LogicalOrBool::kernels() {
  return kBool;
}

}  // namespace nook

NOOK_DEFINE_OP(LogicalOr, logical_or)
