#include "nook/ops/dynamic_update_slice/dynamic_update_slice_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(dynamic_update_slice_equals_the_definition_on_random_shapes) {
  alignas(16) static int8_t x[test::kMostBytes], update[test::kMostBytes], y[test::kMostBytes];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    OpCase<DynamicUpdateSlice> c;
    const DType type = test::moved_type(seed);
    const int32_t width = size_of(type);
    const bool wide = rng.in(0, 1) == 1;
    const Shape all = test::random_shape(rng, 1, 300);
    Shape part = all;
    int32_t narrow[kMaxRank] = {}, first[kMaxRank] = {};
    int64_t start[kMaxRank] = {};
    for (int d = 0; d < all.rank; ++d) {
      part.dim[d] = rng.in(1, all.dim[d]);
      narrow[d] = rng.in(0, 9) ? rng.in(-2, 8) : static_cast<int32_t>(rng.next());
      start[d] = narrow[d] + (wide && rng.in(0, 5) == 0 ? int64_t{1} << 40 : 0);
      const int64_t most = all.dim[d] - part.dim[d];
      first[d] = static_cast<int32_t>(start[d] < 0 ? 0 : start[d] > most ? most : start[d]);
    }
    c.in[0] = c.out = tensor(type, all), c.in[1] = tensor(type, part);
    c.in[2] = tensor(wide ? DType::kS64 : DType::kS32, shape(all.rank));
    test::fill(rng, x, all.elements() * width), test::fill(rng, update, part.elements() * width);
    memcpy(y, x, sizeof y);
    for (int32_t i = 0; i < part.elements(); ++i) {
      int32_t at[kMaxRank] = {};
      test::position_of(part, i, at);
      for (int d = 0; d < all.rank; ++d) at[d] += first[d];
      memcpy(y + test::element_at(all, at) * width, update + i * width, static_cast<size_t>(width));
    }
    const void* const from = wide ? static_cast<const void*>(start) : narrow;
    const test::Operand in[] = {
        {x, all.elements() * width}, {update, part.elements() * width}, {from, all.rank * (wide ? 8 : 4)}};
    const auto* p = c.params<DynamicUpdateSliceAny>();
    if (p) test::expect_rows<DynamicUpdateSliceAny>(*p, in, 3, y, all.elements() * width, width);
  }
}

TEST(dynamic_update_slice_refuses_parts_that_do_not_fit) {
  OpCase<DynamicUpdateSlice> c;
  c.in[0] = c.out = tensor(DType::kS8, shape(3, 4)), c.in[1] = tensor(DType::kS8, shape(3, 5));
  c.in[2] = tensor(DType::kS32, shape(2));
  EXPECT(c.refused(Reason::kInputShape, 1));
  c.in[1].shape = shape(3);
  EXPECT(c.refused(Reason::kRank, 1));
  c.in[1].shape = shape(3, 4), c.in[2].shape = shape(3);
  EXPECT(c.refused(Reason::kElements, 2));
  c.in[2].shape = shape(2), c.in[1].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, 1));
}
