#include "nook/ops/strided_slice/strided_slice_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

struct Slice {
  int32_t begin, stride,
      size;  // elements begin, begin + stride, ...; `size` elements, all inside the dimension
};

int64_t limit(int64_t x, int64_t low, int64_t high) { return x < low ? low : x > high ? high : x; }

// TensorFlow Lite's interpretation of the three numbers i for a dimension of size `dim`. A negative number
// counts from the end; then both bounds are clamped: to [0, dim] for positive strides and to [-1, dim - 1]
// for negative strides, where -1 means before the first element.
Result<Slice> read_slice(const StridedSlice::Attrs& attrs, const NodeView& node, int i, int64_t dim,
                         PrepareContext& context) {
  const int64_t stride = limit(index_at(node.inputs[3], i), -INT32_MAX, INT32_MAX);
  NOOK_CHECK(context, stride != 0, Reason::kStride, 3, 1, 0);
  const int64_t low = stride > 0 ? 0 : -1, high = stride > 0 ? dim : dim - 1;
  const auto place = [&](int64_t at) { return limit(at < 0 ? at + dim : at, low, high); };

  int64_t begin = place(limit(index_at(node.inputs[1], i), INT32_MIN, INT32_MAX));
  if (attrs.begin_mask >> i & 1u) begin = stride > 0 ? low : high;
  if (attrs.shrink_axis_mask >> i & 1u) {
    NOOK_CHECK(context, stride > 0, Reason::kStride, 3, 1, stride);
    NOOK_CHECK(context, begin < dim, Reason::kAxis, 1, dim - 1, begin);
    return Slice{static_cast<int32_t>(begin), 0, 1};
  }
  int64_t end = limit(index_at(node.inputs[2], i), INT32_MIN, INT32_MAX);
  end = place(attrs.offset ? end + begin : end);
  if (attrs.end_mask >> i & 1u) end = stride > 0 ? high : low;
  const int64_t size =
      stride > 0 ? (end - begin + stride - 1) / stride : (begin - end - stride - 1) / -stride;
  NOOK_CHECK(context, size > 0, Reason::kElements, kFirstOutput, 1, 0);
  // A single element needs no stride, and a huge stride must not overflow a product.
  return Slice{static_cast<int32_t>(begin), size > 1 ? static_cast<int32_t>(stride) : 0,
               static_cast<int32_t>(size)};
}

// The interpretation of all numbers, in the order of the dimensions of x.
struct Reading {
  Shape taken, expected;  // y with the dimensions of x, and with the dimensions of the model
  int32_t first = 0;      // element of x
  int32_t stride[kMaxRank] = {};

  void take(const Slice& slice, int32_t dense) {
    first += slice.begin * dense;
    stride[taken.rank] = slice.stride * dense;
    taken.dim[taken.rank++] = slice.size;
  }
  Code show(int32_t size, PrepareContext& context) {
    NOOK_CHECK(context, expected.rank < kMaxRank, Reason::kRank, kFirstOutput, kMaxRank, kMaxRank + 1);
    expected.dim[expected.rank++] = size;
    return Code::kOk;
  }
  Code take_whole(int32_t count, const Shape& x, const int32_t* dense, PrepareContext& context) {
    for (; count > 0; --count) {
      const int d = taken.rank;
      take({0, 1, x.dim[d]}, dense[d]);
      NOOK_TRY(show(x.dim[d], context));
    }
    return Code::kOk;
  }
};

// The number of set bits among the first `count`.
int32_t bits_in(uint32_t mask, int32_t count) {
  int32_t bits = 0;
  for (int32_t i = 0; i < count; ++i) bits += static_cast<int32_t>(mask >> i & 1u);
  return bits;
}

// The number of dimensions of x without numbers; negative: more numbers than dimensions.
int32_t left_over(const StridedSlice::Attrs& attrs, int32_t rank, int32_t count) {
  return rank - (count - bits_in(attrs.ellipsis_mask | attrs.new_axis_mask, count));
}

Code read_all(const StridedSlice::Attrs& attrs, const NodeView& node, int32_t count, Reading* y,
              PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  int32_t dense[kMaxRank], left = left_over(attrs, x.rank, count);
  dense_strides(x, dense);
  for (int32_t i = 0; i < count; ++i) {
    if (attrs.ellipsis_mask >> i & 1u) {
      NOOK_TRY(y->take_whole(left, x, dense, context));
      left = 0;
    } else if (attrs.new_axis_mask >> i & 1u) {
      NOOK_TRY(y->show(1, context));
    } else {
      const int d = y->taken.rank;
      const auto slice = read_slice(attrs, node, i, x.dim[d], context);
      NOOK_REQUIRE(slice, slice.code());
      y->take(*slice, dense[d]);
      if (!(attrs.shrink_axis_mask >> i & 1u)) NOOK_TRY(y->show(slice->size, context));
    }
  }
  return y->take_whole(left, x, dense, context);
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
  const int32_t rank = node.inputs[0].shape.rank, count = node.inputs[1].shape.elements();
  constexpr int32_t kMostNumbers = 32;  // bits of a mask
  NOOK_CHECK(context, count <= kMostNumbers, Reason::kElements, 1, kMostNumbers, count);
  const int32_t more = -left_over(attrs, rank, count);
  NOOK_CHECK(context, more <= 0, Reason::kElements, 1, count - more, count);
  for (int operand = 1; operand <= 3; ++operand) {
    NOOK_TRY(check_indices(node, operand, count, context));
  }
  const int32_t ellipses = bits_in(attrs.ellipsis_mask, count);
  NOOK_CHECK(context, ellipses <= 1, Reason::kAttribute, 0, 1, ellipses);
  Reading y;
  NOOK_TRY(read_all(attrs, node, count, &y, context));
  NOOK_TRY(check_output_shape(node.outputs[0], y.expected, context));
  return make_gather(y.taken, y.first, y.stride, size_of(node.inputs[0].type), context);
}

void StridedSliceAny::fields(ParamsVisitor& f, const Params& p) { gather_fields(f, p); }

}  // namespace nook

NOOK_DEFINE_OP(StridedSlice, strided_slice)
