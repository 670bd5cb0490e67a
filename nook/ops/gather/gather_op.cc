#include "nook/ops/gather/gather_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_gather_segments_ref, disjoint, GatherAny)

Result<Gather::Attrs> Gather::parse(const NodeView& node) {
  namespace field = fields::GatherOptions;
  return Attrs{node.options[field::axis], node.options[field::batch_dims]};
}

Result<GatherAny::Params> GatherAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const TensorInfo &x = node.inputs[0], &indices = node.inputs[1];
  const auto axis = axis_of(attrs.axis, x.shape.rank, 0, context);
  NOOK_REQUIRE(axis, axis.code());
  const int64_t given = attrs.batch_dims, batches = given < 0 ? given + indices.shape.rank : given;
  const bool within = batches >= 0 && batches <= *axis && batches <= indices.shape.rank;
  NOOK_CHECK(context, within, Reason::kAttribute, 1, *axis, given);
  Params p{1, 1, x.shape.dim[*axis], 1, size_of(x.type), size_of(indices.type)};
  NOOK_TRY(check_index_values(indices, 1, p.limit, context));
  const int64_t rank = int64_t{x.shape.rank} - 1 + indices.shape.rank - batches;
  NOOK_CHECK(context, rank <= kMaxRank, Reason::kRank, kFirstOutput, kMaxRank, rank);
  Shape expected;
  for (int d = 0; d < *axis; ++d) {
    const bool batch = d < batches;
    const bool alike = !batch || indices.shape.dim[d] == x.shape.dim[d];
    NOOK_CHECK(context, alike, Reason::kInputShape, 1, x.shape.dim[d], indices.shape.dim[d]);
    (batch ? p.batch : p.outer) *= x.shape.dim[d];
    expected.dim[expected.rank++] = x.shape.dim[d];
  }
  for (int d = static_cast<int>(batches); d < indices.shape.rank; ++d) {
    p.count *= indices.shape.dim[d];
    expected.dim[expected.rank++] = indices.shape.dim[d];
  }
  for (int d = *axis + 1; d < x.shape.rank; ++d) {
    p.run *= x.shape.dim[d];
    expected.dim[expected.rank++] = x.shape.dim[d];
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return p;
}

void GatherAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("outer", p.outer), f.value("limit", p.limit);
  f.value("count", p.count), f.value("run", p.run), f.value("index_bytes", p.index_bytes);
}

}  // namespace nook

NOOK_DEFINE_OP(Gather, gather)
