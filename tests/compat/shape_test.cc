// RuntimeShape, as kernels written for TensorFlow Lite Micro use it.
#include "nook/compat/tflm_kernel.h"
#include "tests/test.h"

using tflite::RuntimeShape;

namespace {

RuntimeShape shape(int count, const int32_t (&dims)[5]) { return RuntimeShape(count, dims); }

}  // namespace

TEST(shapes_are_equal_if_rank_and_dimensions_are) {
  const int32_t dims[5] = {2, 3, 4, 5, 6}, other[5] = {2, 3, 7, 5, 6};
  EXPECT(shape(3, dims) == shape(3, dims) && !(shape(3, dims) != shape(3, dims)));
  EXPECT(shape(3, dims) != shape(3, other) && shape(2, dims) == shape(2, other));
  EXPECT(shape(3, dims) != shape(2, dims) && shape(2, dims) != shape(3, dims));
  EXPECT(RuntimeShape() == RuntimeShape(0) && RuntimeShape() != RuntimeShape(1, 0));
}

TEST(extended_shapes_begin_with_ones) {
  const int32_t dims[5] = {2, 3, 4, 5, 6}, expected[5] = {1, 1, 2, 3, 4};
  EXPECT(RuntimeShape::ExtendedShape(5, shape(3, dims)) == shape(5, expected));
  EXPECT(RuntimeShape::ExtendedShape(3, shape(3, dims)) == shape(3, dims));
  EXPECT(RuntimeShape::ExtendedShape(2, RuntimeShape()) == RuntimeShape(2, 1));
}

TEST(shapes_count_their_elements_and_find_them) {
  const int32_t dims[5] = {2, 3, 4, 5, 6};
  EXPECT_EQ(shape(4, dims).FlatSize(), 2 * 3 * 4 * 5);
  EXPECT_EQ(RuntimeShape().FlatSize(), 1);
  EXPECT_EQ(shape(3, dims).DimensionsCount(), 3);
  EXPECT_EQ(tflite::Offset(shape(4, dims), 1, 2, 3, 4), ((1 * 3 + 2) * 4 + 3) * 5 + 4);
  RuntimeShape changed = shape(3, dims);
  changed.SetDim(1, 9);
  EXPECT_EQ(changed.Dims(1), 9);
  EXPECT_EQ(changed.FlatSize(), 2 * 9 * 4);
  EXPECT_EQ(tflite::MatchingDim(changed, 2, shape(3, dims), 2), 4);
  EXPECT_EQ(tflite::MatchingFlatSize(changed, changed), 72);
}
