#include "nook/ops/l2_pool2d/l2_pool2d_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/pooling.h"

namespace nook {
namespace {

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(L2Pool2DF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/l2_pool2d/f32.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, ...) linked_row<L2Pool2DF32, isa, symbol##_row>(),
constexpr RowInvoke kRowsF32[] = {
#include "nook/ops/l2_pool2d/f32.inc"
};
#undef NOOK_KERNEL

}  // namespace

Span<const Kernel> L2Pool2DF32::kernels() { return kF32; }
Span<const RowInvoke> L2Pool2DF32::row_kernels() { return kRowsF32; }

Result<L2Pool2D::Attrs> L2Pool2D::parse(const NodeView& node) { return parse_pool<Attrs>(node); }

Result<L2Pool2DF32::Params> L2Pool2DF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                 PrepareContext& context) {
  return prepare_pool_f32<Params>(attrs, node, context);
}

}  // namespace nook

NOOK_DEFINE_OP(L2Pool2D, l2_pool2d)
