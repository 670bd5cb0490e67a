#include "nook/ops/non_max_suppression_v5/non_max_suppression_v5_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(NonMaxSuppressionV5F32, nook_non_max_suppression_v5_f32_ref,
                                                kRef, always, candidates, disjoint, as_is)};

}  // namespace

Span<const KernelEntry> NonMaxSuppressionV5F32::kernels() { return kF32; }

Result<NonMaxSuppressionV5F32::Params> NonMaxSuppressionV5F32::prepare(const Op::Attrs&, const NodeView& node,
                                                                       PrepareContext& context) {
  return prepare_suppression(node, context);
}

void NonMaxSuppressionV5F32::fields(ParamsVisitor& f, const Params& p) {
  f.value("boxes", p.boxes), f.value("most", p.most);
}

}  // namespace nook

NOOK_DEFINE_OP(NonMaxSuppressionV5, non_max_suppression_v5)
