#include "nook/ops/logical_and/logical_and_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kBool[] = {NOOK_KERNEL_ROW(LogicalAndBool, nook_logical_and_bool_ref, kRef, always,
                                            no_scratch, binary_in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> LogicalAndBool::kernels() {
  return kBool;
}

}  // namespace nook

NOOK_DEFINE_OP(LogicalAnd, logical_and)
