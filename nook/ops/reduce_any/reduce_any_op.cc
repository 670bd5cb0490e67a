#include "nook/ops/reduce_any/reduce_any_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kBool[] = {
    NOOK_KERNEL_ROW(ReduceAnyBool, nook_reduce_any_bool_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> ReduceAnyBool::kernels() {
  return kBool;
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceAny, reduce_any)
