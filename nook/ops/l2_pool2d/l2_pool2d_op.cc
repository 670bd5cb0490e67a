#include "nook/ops/l2_pool2d/l2_pool2d_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

constexpr RowInvoke kRowsF32[] = {linked_row<L2Pool2DF32, kRef, nook_l2_pool2d_f32_ref_row>()};

}  // namespace

NOOK_FORM_KERNEL(nook_l2_pool2d_f32_ref, disjoint, L2Pool2DF32)
Span<const RowInvoke> L2Pool2DF32::row_kernels() { return kRowsF32; }

}  // namespace nook

NOOK_DEFINE_OP(L2Pool2D, l2_pool2d)
