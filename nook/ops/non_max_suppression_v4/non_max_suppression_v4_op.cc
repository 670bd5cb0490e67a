#include "nook/ops/non_max_suppression_v4/non_max_suppression_v4_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(NonMaxSuppressionV4F32, nook_non_max_suppression_v4_f32_ref,
                                                kRef, always, candidates, disjoint, as_is)};

}  // namespace

Span<const KernelEntry> NonMaxSuppressionV4F32::kernels() { return kF32; }

Result<NonMaxSuppressionV4F32::Params> NonMaxSuppressionV4F32::prepare(const Op::Attrs&, const NodeView& node,
                                                                       PrepareContext& context) {
  return prepare_suppression(node, context);
}

void NonMaxSuppressionV4F32::fields(ParamsVisitor& f, const Params& p) {
  f.value("boxes", p.boxes), f.value("most", p.most);
}

}  // namespace nook

NOOK_DEFINE_OP(NonMaxSuppressionV4, non_max_suppression_v4)
