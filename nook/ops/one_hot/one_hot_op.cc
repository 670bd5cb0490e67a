#include "nook/ops/one_hot/one_hot_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

Code check_values(const NodeView& node, PrepareContext& context) {
  const TensorInfo& y = node.outputs[0];
  NOOK_REQUIRE(size_of(y.type) > 0, Code::kBadType);
  for (int k = 2; k < 4; ++k) {
    const TensorInfo& value = node.inputs[static_cast<size_t>(k)];
    NOOK_CHECK(context, value.type == y.type, Reason::kType, k, y.type, value.type);
    NOOK_CHECK(context, value.shape.elements() == 1, Reason::kElements, k, 1, value.shape.elements());
  }
  return Code::kOk;
}

}  // namespace

NOOK_FORM_KERNEL(nook_one_hot_ref, disjoint, OneHotAny)

Result<OneHotAny::Params> OneHotAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  const TensorInfo &indices = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_values(node, context));
  const bool index = indices.type == DType::kS32 || indices.type == DType::kS64;
  NOOK_CHECK(context, index, Reason::kType, 0, DType::kS32, indices.type);
  NOOK_CHECK(context, indices.shape.rank < kMaxRank, Reason::kRank, 0, kMaxRank - 1, indices.shape.rank);
  NOOK_TRY(check_indices(node, 1, 1, context));
  const int64_t depth = index_at(node.inputs[1], 0);
  NOOK_CHECK(context, depth > 0 && depth <= INT32_MAX, Reason::kElements, 1, 1, depth);
  const int32_t rank = indices.shape.rank + 1;
  const auto axis = axis_of(attrs.axis, rank, 0, context);
  NOOK_REQUIRE(axis, axis.code());
  Params p{1, static_cast<int32_t>(depth), 1, size_of(y.type), size_of(indices.type)};
  Shape expected;
  expected.rank = static_cast<uint8_t>(rank);
  for (int32_t d = 0; d < rank; ++d) {
    const int32_t of_index = d < *axis ? indices.shape.dim[d] : d > *axis ? indices.shape.dim[d - 1] : 1;
    (d < *axis ? p.outer : p.inner) *= of_index;
    expected.dim[d] = d == *axis ? p.depth : of_index;
  }
  NOOK_TRY(check_output_shape(y, expected, context));
  return p;
}

void OneHotAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("outer", p.outer), f.value("depth", p.depth), f.value("inner", p.inner);
  f.value("element_bytes", p.element_bytes), f.value("bytes_of_an_index", p.bytes_of_an_index);
}

}  // namespace nook

NOOK_DEFINE_OP(OneHot, one_hot)
