#include "nook/ops/transpose/transpose_op.h"

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {

namespace {

// The first pixel of the last column is read when all other columns have been written.
int32_t ahead_of_columns(const nook_transpose_image& p, int) {
  return p.pixel * (p.height - 1) * (p.width - 1);
}

// Whether the only effect of the order is to exchange the rows and columns of an image.
bool exchanges_rows_and_columns(const NodeView& node) {
  const Shape& x = node.inputs[0].shape;
  const TensorInfo& order = node.inputs[1];
  if (x.rank != 4 || x.dim[0] != 1 || x.dim[1] < 2 || x.dim[2] < 2 || x.dim[3] < 1) return false;
  if (!order.data || (order.type != DType::kS32 && order.type != DType::kS64) || order.shape.elements() != 4)
    return false;
  for (int32_t d = 0; d < 4; ++d)
    if (index_at(order, d) != (d == 1 || d == 2 ? 3 - d : d)) return false;
  return true;
}

}  // namespace

NOOK_FORM_KERNEL(nook_transpose_image_ref, ahead_of_columns, TransposeImage)

Span<const RowInvoke> TransposeImage::row_kernels() {
  static constexpr RowInvoke kOfRows[] = {linked_row<TransposeImage, kRef, nook_transpose_image_ref_row>()};
  return kOfRows;
}

Result<TransposeImage::Params> TransposeImage::prepare(const Op::Attrs&, const NodeView& node,
                                                       PrepareContext& context) {
  NOOK_REQUIRE(exchanges_rows_and_columns(node), Code::kBadType);
  NOOK_TRY(check_moved(node, context));
  const Shape& x = node.inputs[0].shape;
  NOOK_TRY(check_output_shape(node.outputs[0], {{1, x.dim[2], x.dim[1], x.dim[3]}, 4}, context));
  return Params{x.dim[1], x.dim[2], x.dim[3] * size_of(node.inputs[0].type)};
}

void TransposeImage::fields(ParamsVisitor& f, const Params& p) {
  f.value("height", p.height), f.value("width", p.width), f.value("pixel", p.pixel);
}

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
