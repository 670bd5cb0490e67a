#include "nook/ops/transpose/transpose_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

NOOK_FORM_KERNEL(nook_transpose_ref, forward, TransposeAny)

Result<TransposeAny::Params> TransposeAny::prepare(const Op::Attrs&, const NodeView& node,
                                                   PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const Shape& x = node.inputs[0].shape;
  NOOK_TRY(check_indices(node, 1, x.rank, context));

  int32_t dense[kMaxRank], stride[kMaxRank];
  dense_strides(x, dense);
  Shape expected = x;
  uint32_t seen = 0;
  for (int d = 0; d < x.rank; ++d) {
    const int64_t from = index_at(node.inputs[1], d);
    NOOK_CHECK(context, from >= 0 && from < x.rank, Reason::kAxis, 1, x.rank - 1, from);
    NOOK_CHECK(context, !(seen >> from & 1u), Reason::kAxis, 1, d, from);
    seen |= 1u << from;
    stride[d] = dense[from], expected.dim[d] = x.dim[from];
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return make_gather(expected, 0, stride, size_of(node.inputs[0].type), context);
}

void TransposeAny::fields(ParamsVisitor& f, const Params& p) { gather_fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(Transpose, transpose)
