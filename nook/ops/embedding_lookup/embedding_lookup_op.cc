#include "nook/ops/embedding_lookup/embedding_lookup_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

Code check_lookup(const NodeView& node, PrepareContext& context) {
  const TensorInfo &indices = node.inputs[0], &table = node.inputs[1];
  NOOK_CHECK(context, indices.shape.rank == 1, Reason::kRank, 0, 1, indices.shape.rank);
  NOOK_CHECK(context, table.shape.rank >= 1, Reason::kRank, 1, 1, 0);
  NOOK_CHECK(context, table.shape.elements() > 0, Reason::kElements, 1, 1, 0);
  Shape expected = table.shape;
  expected.dim[0] = indices.shape.dim[0];
  NOOK_TRY(check_index_values(indices, 0, table.shape.dim[0], context));
  return check_output_shape(node.outputs[0], expected, context);
}

}  // namespace

NOOK_FORM_KERNEL(nook_embedding_lookup_ref, disjoint, EmbeddingLookupAny)
NOOK_FORM_KERNEL(nook_embedding_lookup_f32_ref, disjoint, EmbeddingLookupF32)

Result<EmbeddingLookupAny::Params> EmbeddingLookupAny::prepare(const Op::Attrs&, const NodeView& node,
                                                               PrepareContext& context) {
  NOOK_TRY(check_moved(node, context, 1));
  NOOK_TRY(check_lookup(node, context));
  const TensorInfo& table = node.inputs[1];
  const int32_t limit = table.shape.dim[0];
  return Params{limit, node.inputs[0].shape.dim[0], table.bytes() / limit, size_of(node.inputs[0].type)};
}

Result<EmbeddingLookupF32::Params> EmbeddingLookupF32::prepare(const Op::Attrs&, const NodeView& node,
                                                               PrepareContext& context) {
  const TensorInfo& table = node.inputs[1];
  NOOK_REQUIRE(table.type == DType::kS8 && node.outputs[0].type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_quantized_s8(table, 1, context));
  NOOK_CHECK(context, table.zero_point == 0, Reason::kZeroPoint, 1, 0, table.zero_point);
  NOOK_TRY(check_lookup(node, context));
  const int32_t limit = table.shape.dim[0];
  return Params{limit, node.inputs[0].shape.dim[0], table.bytes() / limit, size_of(node.inputs[0].type),
                table.scale()};
}

void EmbeddingLookupAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("limit", p.limit), f.value("count", p.count), f.value("run", p.run);
  f.value("index_bytes", p.index_bytes);
}

void EmbeddingLookupF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("limit", p.limit), f.value("count", p.count), f.value("run", p.run), f.value("scale", p.scale);
  f.value("index_bytes", p.index_bytes);
}

}  // namespace nook

NOOK_DEFINE_OP(EmbeddingLookup, embedding_lookup)
