#include "nook/ops/strided_slice/strided_slice_op.h"

#include "nook/model/fields.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/checks.h"

namespace nook {
namespace {

struct Slice {
  int32_t begin, stride, size;  // elements begin, begin + stride, ...; `size` of them, each in the dimension
};

int64_t limit(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

// TensorFlow Lite's interpretation of the three numbers for dimension d. Negative numbers count from the end
// once; then both bounds are clamped to [0, dim] going up and to [-1, dim - 1] going down, where -1 is a
// place and not an end.
Result<Slice> read_slice(const StridedSlice::Attrs& attrs, const NodeView& node, int d,
                         PrepareContext& context) {
  const int64_t dim = node.inputs[0].shape.dim[d];
  const int64_t stride = limit(index_at(node.inputs[3], d), -INT32_MAX, INT32_MAX);
  NOOK_CHECK(context, stride != 0, Reason::kStride, 3, 1, 0);
  const int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? dim : dim - 1;
  const auto place = [&](int64_t at) { return limit(at < 0 ? at + dim : at, low, high); };

  int64_t begin = place(limit(index_at(node.inputs[1], d), INT32_MIN, INT32_MAX));
  if (attrs.begin_mask >> d & 1u) begin = stride > 0 ? low : high;
  if (attrs.shrink_axis_mask >> d & 1u) {
    NOOK_CHECK(context, stride > 0, Reason::kStride, 3, 1, stride);
    NOOK_CHECK(context, begin < dim, Reason::kAxis, 1, dim - 1, begin);
    return Slice{static_cast<int32_t>(begin), 0, 1};
  }
  int64_t end = limit(index_at(node.inputs[2], d), INT32_MIN, INT32_MAX);
  end = place(attrs.offset ? end + begin : end);
  if (attrs.end_mask >> d & 1u) end = stride > 0 ? high : low;
  const int64_t size =
      stride > 0 ? (end - begin + stride - 1) / stride : (begin - end - stride - 1) / -stride;
  NOOK_CHECK(context, size > 0, Reason::kElements, kFirstOutput, 1, 0);
  // With one element there is no step to take, and a huge stride cannot overflow a product.
  return Slice{static_cast<int32_t>(begin), size > 1 ? static_cast<int32_t>(stride) : 0,
               static_cast<int32_t>(size)};
}

}  // namespace

NOOK_FORM_KERNEL(nook_strided_slice_ref, forward, StridedSliceAny)

Result<StridedSlice::Attrs> StridedSlice::parse(const NodeView& node) {
  namespace field = fields::StridedSliceOptions;
  const auto mask = [&](Field<int32_t> of) { return static_cast<uint32_t>(node.options[of]); };
  Attrs attrs;
  attrs.begin_mask = mask(field::begin_mask), attrs.end_mask = mask(field::end_mask);
  attrs.shrink_axis_mask = mask(field::shrink_axis_mask);
  attrs.ellipsis_mask = mask(field::ellipsis_mask), attrs.new_axis_mask = mask(field::new_axis_mask);
  attrs.offset = node.options[field::offset];
  return attrs;
}

Result<StridedSliceAny::Params> StridedSliceAny::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                         PrepareContext& context) {
  NOOK_TRY(check_moved(node, context));
  const Shape& x = node.inputs[0].shape;
  const int32_t count = node.inputs[1].shape.elements();
  NOOK_CHECK(context, count <= x.rank, Reason::kElements, 1, x.rank, count);
  for (int operand = 1; operand <= 3; ++operand) {
    NOOK_TRY(check_indices(node, operand, count, context));
  }
  NOOK_CHECK(context, attrs.ellipsis_mask == 0, Reason::kAttribute, 0, 0, attrs.ellipsis_mask);
  NOOK_CHECK(context, attrs.new_axis_mask == 0, Reason::kAttribute, 0, 0, attrs.new_axis_mask);

  int32_t dense[kMaxRank], stride[kMaxRank];
  dense_strides(x, dense);
  Shape taken = x, expected;  // with and without the dimensions that shrink away
  int32_t first = 0;
  for (int d = 0; d < x.rank; ++d) {
    Slice slice{0, 1, x.dim[d]};
    if (d < count) {
      const auto read = read_slice(attrs, node, d, context);
      NOOK_REQUIRE(read, read.code());
      slice = *read;
    }
    first += slice.begin * dense[d];
    stride[d] = slice.stride * dense[d];
    taken.dim[d] = slice.size;
    if (!(attrs.shrink_axis_mask >> d & 1u) || d >= count) expected.dim[expected.rank++] = slice.size;
  }
  NOOK_TRY(check_output_shape(node.outputs[0], expected, context));
  return make_gather(taken, first, stride, size_of(node.inputs[0].type), context);
}

void StridedSliceAny::fields(ParamsVisitor& f, const Params& p) { gather_fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(StridedSlice, strided_slice)
