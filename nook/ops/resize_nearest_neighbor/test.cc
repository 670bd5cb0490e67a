#include "nook/ops/resize_nearest_neighbor/resize_nearest_neighbor_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(resize_nearest_neighbor_equals_results_computed_by_hand) {
  static const int32_t size[] = {1, 4};
  const int8_t x[] = {1, 2, 3}, plain[] = {1, 1, 2, 3}, corners[] = {1, 2, 2, 3}, centers[] = {1, 2, 2, 3};
  OpCase<ResizeNearestNeighbor> c;
  c.in[0] = tensor(DType::kS8, shape(1, 1, 3, 1)), c.in[1] = constant(size);
  c.out = tensor(DType::kS8, shape(1, 1, 4, 1));
  using Form = PickedAny<ResizeNearestNeighbor>;
  test::expect_makes<Form>(c, plain, x);
  c.attrs.align_corners = true, test::expect_makes<Form>(c, corners, x);
  c.attrs = {}, c.attrs.half_pixel_centers = true, test::expect_makes<Form>(c, centers, x);
}

TEST(resize_nearest_neighbor_equals_the_definition_where_the_size_is_a_multiple) {
  for (uint32_t seed = 0; seed < 100; ++seed) {
    test::Rng rng(seed);
    OpCase<ResizeNearestNeighbor> c;
    const int32_t by_h = 1 << rng.in(0, 2), by_w = 1 << rng.in(0, 2);
    const Shape x = shape(rng.in(1, 2), rng.in(1, 3), rng.in(1, 3), rng.in(1, 3));
    const Shape y = shape(x.dim[0], x.dim[1] * by_h, x.dim[2] * by_w, x.dim[3]);
    const int32_t size[] = {y.dim[1], y.dim[2]};
    c.attrs.half_pixel_centers = rng.in(0, 1) == 1;
    c.in[0] = tensor(test::moved_type(seed % 5), x), c.out = tensor(test::moved_type(seed % 5), y);
    c.in[1] = constant(size);
    if (y.elements() * 8 > test::kMostBytes) continue;
    test::expect_moved<PickedAny<ResizeNearestNeighbor>>(rng, c, [&](const int32_t* position) -> int32_t {
      const int32_t at[] = {position[0], position[1] / by_h, position[2] / by_w, position[3]};
      return test::element_at(x, at);
    });
  }
}

TEST(resize_nearest_neighbor_makes_rows_of_any_size_of_the_one_that_is_nearest) {
  static int8_t x[64], y[256];
  const int before = test::rows_from_rings;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    OpCase<ResizeNearestNeighbor> c;
    const Shape from = shape(1, rng.in(1, 16), 2, 2), to = shape(1, rng.in(1, 16), rng.in(1, 4), 2);
    const int32_t size[] = {to.dim[1], to.dim[2]}, kind = rng.in(0, 2);
    c.attrs = {kind == 1, kind == 2};
    c.in[0] = tensor(DType::kS8, from), c.out = tensor(DType::kS8, to), c.in[1] = constant(size);
    const auto* p = c.params<PickedAny<ResizeNearestNeighbor>>();
    if (!p) return;
    test::fill(rng, x, from.elements());
    test::run_reference<PickedAny<ResizeNearestNeighbor>>(*p, x, y);
    const test::Operand in[] = {{x, c.in[0].bytes()}};
    test::expect_rows_of_rings<PickedAny<ResizeNearestNeighbor>>(*p, in, 1, 0, from, to, 1, y);
    const WindowRows window = rows_picked(*p);
    if (to.dim[1] % from.dim[1] == 0 && kind == 0)
      EXPECT_EQ(test::rows_held(window, to.dim[1], from.dim[1]), 1);
  }
  EXPECT(test::rows_from_rings > before + 200);
}

TEST(resize_nearest_neighbor_refuses_sizes_that_do_not_fit) {
  static const int32_t size[] = {1, 4}, other[] = {1, 5};
  OpCase<ResizeNearestNeighbor> c;
  c.in[0] = tensor(DType::kS8, shape(1, 1, 3, 1)), c.in[1] = constant(other);
  c.out = tensor(DType::kS8, shape(1, 1, 4, 1));
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c.in[1] = constant(size), c.out.shape = shape(1, 1, 4, 2);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  static const int32_t huge[] = {INT32_MAX, 1};
  c.in[1] = constant(huge), c.in[0].shape = shape(1, 1, 1, 1), c.out.shape = shape(1, INT32_MAX, 1, 1);
  EXPECT(c.refused(Reason::kTooLarge, kFirstOutput));
  c.in[0].shape = shape(1, 3, 1);
  EXPECT(c.refused(Reason::kRank, 0));
}
