#include "nook/ops/gather_nd/gather_nd_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/strides.h"

namespace nook {

NOOK_FORM_KERNEL(nook_gather_nd_ref, disjoint, GatherNdAny)

Result<GatherNdAny::Params> GatherNdAny::prepare(const Op::Attrs&, const NodeView& node,
                                                 PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const TensorInfo &x = node.inputs[0], &indices = node.inputs[1];
  NOOK_CHECK(context, indices.shape.rank >= 1, Reason::kRank, 1, 1, 0);
  const int32_t depth = indices.shape.back(0), outer = indices.shape.rank - 1;
  NOOK_CHECK(context, depth >= 1 && depth <= x.shape.rank, Reason::kElements, 1, x.shape.rank, depth);
  NOOK_CHECK(context, outer + x.shape.rank - depth <= kMaxRank, Reason::kRank, kFirstOutput, kMaxRank,
             outer + x.shape.rank - depth);
  int32_t dense[kMaxRank];
  dense_strides(x.shape, dense);
  Params p{1, depth, size_of(x.type), size_of(indices.type), {}, {}};
  for (int d = 0; d < depth; ++d) {
    p.limit[d] = x.shape.dim[d], p.stride[d] = dense[d] * size_of(x.type);
  }
  NOOK_TRY(check_index_values(indices, 1, INT32_MAX, context));
  for (int32_t i = 0; indices.data && i < indices.shape.elements(); ++i) {
    const int64_t at = index_at(indices, i);
    NOOK_CHECK(context, at < p.limit[i % depth], Reason::kAxis, 1, p.limit[i % depth] - 1, at);
  }
  Shape expected;
  for (int d = 0; d < outer; ++d) {
    expected.dim[expected.rank++] = indices.shape.dim[d];
    p.count *= indices.shape.dim[d];
  }
  for (int d = depth; d < x.shape.rank; ++d) {
    expected.dim[expected.rank++] = x.shape.dim[d];
    p.run *= x.shape.dim[d];
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return p;
}

void GatherNdAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("count", p.count), f.value("depth", p.depth), f.value("run", p.run);
  f.value("index_bytes", p.index_bytes);
  f.value("limit", p.limit), f.value("stride", p.stride);
}

}  // namespace nook

NOOK_DEFINE_OP(GatherNd, gather_nd)
