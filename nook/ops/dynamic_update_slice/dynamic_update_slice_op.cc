#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/strides.h"

namespace nook {

NOOK_FORM_KERNEL(nook_update_slice_ref, first_in_place, DynamicUpdateSliceAny)

Result<DynamicUpdateSliceAny::Params> DynamicUpdateSliceAny::prepare(const Op::Attrs&, const NodeView& node,
                                                                     PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const TensorInfo &x = node.inputs[0], &update = node.inputs[1], &start = node.inputs[2];
  NOOK_CHECK(context, update.type == x.type, Reason::kType, 1, x.type, update.type);
  const bool index = start.type == DType::kS32 || start.type == DType::kS64;
  NOOK_CHECK(context, index, Reason::kType, 2, DType::kS32, start.type);
  const int32_t rank = x.shape.rank;
  NOOK_CHECK(context, start.shape.elements() == rank, Reason::kElements, 2, rank, start.shape.elements());
  NOOK_CHECK(context, update.shape.rank == rank, Reason::kRank, 1, rank, update.shape.rank);
  Params p{rank, x.bytes(), size_of(x.type), size_of(start.type), {}, {}, {}};
  dense_strides(x.shape, p.stride);
  for (int d = 0; d < rank; ++d) {
    const int32_t size = update.shape.dim[d];
    NOOK_CHECK(context, size > 0 && size <= x.shape.dim[d], Reason::kInputShape, 1, x.shape.dim[d], size);
    p.most[d] = x.shape.dim[d] - size, p.stride[d] *= size_of(x.type), p.dim[d] = size;
  }
  if (rank > 0) p.run *= p.dim[rank - 1], p.dim[rank - 1] = 1;
  NOOK_TRY(check_output_shape(node.outputs[0], x.shape, context));
  return p;
}

void DynamicUpdateSliceAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("rank", p.rank), f.value("bytes", p.bytes), f.value("run", p.run);
  f.value("start_bytes", p.start_bytes), f.value("most", p.most), f.value("stride", p.stride);
  f.value("dim", p.dim);
}

}  // namespace nook

NOOK_DEFINE_OP(DynamicUpdateSlice, dynamic_update_slice)
