#include "nook/ops/strided_slice/strided_slice_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

// x is [3][4]; tests replace the other operands as needed.
OpCase<StridedSlice> s8_case() {
  static const int32_t begin[] = {0, 1}, end[] = {3, 4}, strides[] = {2, 2};
  OpCase<StridedSlice> c;
  c.in[0] = tensor(DType::kS8, shape(3, 4)), c.out = tensor(DType::kS8, shape(2, 2));
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides);
  return c;
}

void expect_slice(OpCase<StridedSlice>& c, const int8_t* y) {
  const int8_t x[] = {0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
  const test::Operand in[] = {{x, 12}};
  const auto* p = c.params<StridedSliceAny>();
  if (p) test::expect_rows<StridedSliceAny>(*p, in, 1, y, c.out.shape.elements(), 1);
}

TEST(strided_slice_reads_its_masks) {
  const auto attrs = test::Options<6>({1, 2, 4, 8, 16, 1}).parse<StridedSlice>();
  EXPECT(attrs && attrs->begin_mask == 1 && attrs->end_mask == 2 && attrs->ellipsis_mask == 4);
  EXPECT(attrs && attrs->new_axis_mask == 8 && attrs->shrink_axis_mask == 16 && attrs->offset);
}

TEST(strided_slice_takes_every_nth_element) {
  OpCase<StridedSlice> c = s8_case();
  const int8_t y[] = {1, 3, 21, 23};
  expect_slice(c, y);
}

TEST(strided_slice_counts_negative_numbers_from_the_end_and_walks_backwards) {
  static const int32_t begin[] = {-1, -2}, end[] = {-4, 0}, strides[] = {-1, -1};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides), c.out.shape = shape(3, 2);
  const int8_t y[] = {22, 21, 12, 11, 2, 1};
  expect_slice(c, y);
}

TEST(strided_slice_goes_to_either_end_where_the_masks_say_so) {
  static const int32_t begin[] = {1, 2}, end[] = {2, 2}, strides[] = {1, -2};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides), c.out.shape = shape(2, 2);
  c.attrs.begin_mask = 2, c.attrs.end_mask = 3;
  const int8_t y[] = {13, 11, 23, 21};
  expect_slice(c, y);
}

TEST(strided_slice_drops_a_dimension_that_shrinks) {
  static const int32_t begin[] = {-1, 1}, end[] = {0, 3},
                       strides[] = {5, 1};  // neither end nor stride matters
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides), c.out.shape = shape(2);
  c.attrs.shrink_axis_mask = 1;
  const int8_t y[] = {21, 22};
  expect_slice(c, y);
}

TEST(strided_slice_takes_end_from_begin_where_offset_says_so) {
  static const int32_t begin[] = {1, 1}, end[] = {1, 2}, strides[] = {1, 1};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides), c.out.shape = shape(1, 2);
  c.attrs.offset = true;
  const int8_t y[] = {11, 12};
  expect_slice(c, y);
}

TEST(strided_slice_takes_dimensions_after_the_last_number_whole) {
  static const int32_t one[] = {1}, three[] = {3};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(one), c.in[2] = constant(three), c.in[3] = constant(one), c.out.shape = shape(2, 4);
  const int8_t y[] = {10, 11, 12, 13, 20, 21, 22, 23};
  expect_slice(c, y);
  const auto* p = c.params<StridedSliceAny>();
  EXPECT(p && p->run == 8 && p->rank == 0 && forward(*p, 0) == 0);
}

TEST(strided_slice_survives_numbers_at_the_ends_of_their_range) {
  static const int32_t begin[] = {INT32_MIN, INT32_MAX}, end[] = {INT32_MAX, INT32_MIN};
  static const int32_t strides[] = {INT32_MAX, INT32_MIN};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides), c.out.shape = shape(1, 1);
  const int8_t y[] = {3};
  expect_slice(c, y);
}

// The elements of a dimension of `size` that begin, end and stride select, as in Python. Returns their
// number.
int32_t chosen(int32_t size, const int32_t* begin, const int32_t* end, int32_t stride, int32_t* at) {
  int32_t first = stride > 0 ? 0 : size - 1, last = stride > 0 ? size : -1, count = 0;
  if (begin) {
    first = *begin < 0 ? *begin + size : *begin;
    if (first < 0) first = stride > 0 ? 0 : -1;
    if (first >= size) first = stride > 0 ? size : size - 1;
  }
  if (end) {
    last = *end < 0 ? *end + size : *end;
    if (last < 0) last = stride > 0 ? 0 : -1;
    if (last >= size) last = stride > 0 ? size : size - 1;
  }
  for (int32_t i = first; stride > 0 ? i < last : i > last; i += stride) at[count++] = i;
  return count;
}

TEST(strided_slice_equals_the_definition_on_random_shapes_and_masks) {
  static int8_t x[600 * 4], y[600 * 4];
  const DType types[] = {DType::kS8, DType::kF32, DType::kS32, DType::kS16};
  int full = 0;
  for (uint32_t seed = 0; seed < 900; ++seed) {
    test::Rng rng(seed);
    const DType type = types[seed % 4];
    const int32_t width = size_of(type);
    const Shape from = test::random_shape(rng, 0, 600);
    OpCase<StridedSlice> c;
    c.attrs.begin_mask = rng.next() & rng.next(), c.attrs.end_mask = rng.next() & rng.next();
    c.attrs.shrink_axis_mask = rng.next() & rng.next() & rng.next();
    int32_t begin[kMaxRank], end[kMaxRank], stride[kMaxRank], at[kMaxRank][8];
    Shape taken = from, to;
    for (int d = 0; d < from.rank; ++d) {
      const bool shrinks = c.attrs.shrink_axis_mask >> d & 1u;
      begin[d] = shrinks ? rng.in(-from.dim[d], from.dim[d] - 1) : rng.in(-8, 8), end[d] = rng.in(-8, 8);
      do stride[d] = shrinks ? 1 : rng.in(-3, 3);
      while (stride[d] == 0);
      const bool from_start = c.attrs.begin_mask >> d & 1u, to_end = c.attrs.end_mask >> d & 1u;
      taken.dim[d] =
          chosen(from.dim[d], from_start ? nullptr : &begin[d], to_end ? nullptr : &end[d], stride[d], at[d]);
      if (shrinks) {
        at[d][0] = from_start ? 0 : begin[d] < 0 ? begin[d] + from.dim[d] : begin[d];
        taken.dim[d] = 1;
      } else {
        to.dim[to.rank++] = taken.dim[d];
      }
    }
    c.in[0] = tensor(type, from), c.out = tensor(type, to);
    c.in[1] = constant(begin, from.rank), c.in[2] = constant(end, from.rank),
    c.in[3] = constant(stride, from.rank);
    if (to.elements() == 0) {
      EXPECT(c.refused(Reason::kElements, kFirstOutput));
      continue;
    }
    ++full;
    test::fill(rng, x, from.elements() * width);
    for (int32_t i = 0; i < taken.elements(); ++i) {
      int32_t rest = i, index = 0, dense = 1;
      for (int d = from.rank - 1; d >= 0; --d) {
        index += at[d][rest % taken.dim[d]] * dense;
        rest /= taken.dim[d], dense *= from.dim[d];
      }
      memcpy(y + i * width, x + index * width, static_cast<size_t>(width));
    }
    const test::Operand in[] = {{x, from.elements() * width}};
    const auto* p = c.params<StridedSliceAny>();
    if (p) test::expect_rows<StridedSliceAny>(*p, in, 1, y, to.elements() * width, width);
  }
  EXPECT(full >= 300);
}

TEST(strided_slice_takes_the_dimensions_at_an_ellipsis_whole) {
  static const int32_t begin[] = {9, 1}, end[] = {9, 3}, strides[] = {9, 1};
  OpCase<StridedSlice> c = s8_case();
  c.in[0].shape = shape(1, 3, 4), c.out.shape = shape(1, 3, 2);
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides);
  c.attrs.ellipsis_mask = 1;
  const int8_t y[] = {1, 2, 11, 12, 21, 22};
  expect_slice(c, y);
}

TEST(strided_slice_takes_an_ellipsis_of_no_dimension) {
  static const int32_t begin[] = {1, 0, 1}, end[] = {3, 0, 2}, strides[] = {1, 1, 1};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides), c.out.shape = shape(2, 1);
  c.attrs.ellipsis_mask = 2;
  const int8_t y[] = {11, 21};
  expect_slice(c, y);
}

TEST(strided_slice_adds_dimensions_whose_numbers_do_not_matter) {
  static const int32_t begin[] = {7, 1, 7, -1}, end[] = {0, 3, 0, 0}, strides[] = {0, 1, 0, 1};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(begin), c.in[2] = constant(end), c.in[3] = constant(strides);
  c.out.shape = shape(1, 2, 1);
  c.attrs.new_axis_mask = 5,
  c.attrs.shrink_axis_mask = 13;  // where both masks have a bit, the dimension is new
  const int8_t y[] = {13, 23};
  expect_slice(c, y);
}

TEST(strided_slice_refuses_two_ellipses_and_more_dimensions_than_there_can_be) {
  static const int32_t zeros[7] = {}, ones[] = {1, 1, 1, 1, 1, 1, 1};
  OpCase<StridedSlice> c = s8_case();
  c.attrs.ellipsis_mask = 3;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = s8_case(), c.attrs.new_axis_mask = 31;
  c.in[1] = constant(zeros), c.in[2] = constant(ones), c.in[3] = constant(ones);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
}

TEST(strided_slice_has_a_bit_of_its_masks_for_each_number) {
  static const int32_t numbers[33] = {};
  const auto have = [&](int32_t count) {
    OpCase<StridedSlice> c = s8_case();
    for (int operand = 1; operand <= 3; ++operand)
      c.in[operand] = constant(numbers), c.in[operand].shape = shape(count);
    EXPECT(c.refused(Reason::kElements, 1));
    return c.refusal.need;
  };
  EXPECT_EQ(have(33), 32);
  EXPECT_EQ(have(32), 2);  // more numbers than x has dimensions
}

TEST(strided_slice_refuses_a_stride_of_0_and_an_index_out_of_bounds) {
  static const int32_t none[] = {1, 0}, back[] = {-1, 1}, far[] = {3, 0};
  OpCase<StridedSlice> c = s8_case();
  c.in[3] = constant(none);
  EXPECT(c.refused(Reason::kStride, 3));
  c = s8_case(), c.attrs.shrink_axis_mask = 1, c.in[3] = constant(back);
  EXPECT(c.refused(Reason::kStride, 3));
  c = s8_case(), c.attrs.shrink_axis_mask = 1, c.in[1] = constant(far);
  EXPECT(c.refused(Reason::kAxis, 1));
}

TEST(strided_slice_refuses_numbers_that_are_missing_or_computed) {
  static const int32_t one[] = {1}, three[] = {1, 1, 1};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(three);
  EXPECT(c.refused(Reason::kElements, 1));
  c = s8_case(), c.in[2] = constant(one);
  EXPECT(c.refused(Reason::kElements, 2));
  for (int operand = 1; operand <= 3; ++operand) {
    c = s8_case(), c.in[operand].data = nullptr;
    EXPECT(c.refused(Reason::kNotConstant, operand));
    c = s8_case(), c.in[operand].type = DType::kF32;
    EXPECT(c.refused(Reason::kType, operand));
  }
}

TEST(strided_slice_refuses_shapes_and_types_that_do_not_fit) {
  static const int32_t same[] = {3, 4};
  OpCase<StridedSlice> c = s8_case();
  c.in[1] = constant(same);  // the slice is empty
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  test::refuses_shapes_and_types_of_moved(s8_case, shape(2, 3));
}

TEST(strided_slice_refuses_every_size_of_persistent_memory_that_is_too_small) {
  static const int32_t none[] = {0, 0, 0, 0}, end[] = {8, 8, 8, 8}, two[] = {2, 2, 2, 2};
  OpCase<StridedSlice> c;
  c.in[0] = tensor(DType::kS8, shape(4, 4, 4, 4)), c.out = tensor(DType::kS8, shape(2, 2, 2, 2));
  c.in[1] = constant(none), c.in[2] = constant(end), c.in[3] = constant(two);
  test::refuses_too_little_memory(c);
}

}  // namespace
