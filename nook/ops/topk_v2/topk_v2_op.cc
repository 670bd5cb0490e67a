#include "nook/ops/topk_v2/topk_v2_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FAMILY_KERNEL(nook_topk_v2_s8_ref, disjoint, TopkV2Of<DType::kS8>)
NOOK_FAMILY_KERNEL(nook_topk_v2_f32_ref, disjoint, TopkV2Of<DType::kF32>)
NOOK_FAMILY_KERNEL(nook_topk_v2_s32_ref, disjoint, TopkV2Of<DType::kS32>)

Result<nook_topk_v2> TopkV2::prepare(DType type, const Attrs&, const NodeView& node,
                                     PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &indices = node.outputs[1];
  NOOK_REQUIRE(x.type == type, Code::kBadType);
  NOOK_CHECK(context, x.shape.rank >= 1, Reason::kRank, 0, 1, 0);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  NOOK_TRY(check_indices(node, 1, 1, context));
  const int64_t count = index_at(node.inputs[1], 0);
  const int32_t size = x.shape.back(0);
  NOOK_CHECK(context, count >= 1 && count <= size, Reason::kAxis, 1, size, count);
  Shape expected = x.shape;
  expected.dim[expected.rank - 1] = static_cast<int32_t>(count);
  NOOK_TRY(check_part(x, node, 0, expected, context));
  NOOK_CHECK(context, indices.type == DType::kS32, Reason::kType, kFirstOutput + 1, DType::kS32,
             indices.type);
  NOOK_CHECK(context, indices.shape == expected, Reason::kOutputShape, kFirstOutput + 1, count,
             indices.shape.back(0));
  return nook_topk_v2{x.shape.elements() / size, size, static_cast<int32_t>(count)};
}

void TopkV2::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("size", p.size), f.value("count", p.count);
}

}  // namespace nook

NOOK_DEFINE_OP(TopkV2, topk_v2)
