#include "nook/ops/reduce_all/reduce_all_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kBool[] = {
    NOOK_KERNEL_ROW(ReduceAllBool, nook_reduce_all_bool_ref, kRef, always, no_scratch, in_place, as_is)};

}  // namespace

template <>
Span<const Kernel> ReduceAllBool::kernels() {
  return kBool;
}

}  // namespace nook

NOOK_DEFINE_OP(ReduceAll, reduce_all)
