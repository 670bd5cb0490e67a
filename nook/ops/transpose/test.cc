#include "nook/ops/transpose/transpose_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<Transpose> s8_case() {
  static const int32_t perm[] = {1, 0};
  OpCase<Transpose> c;
  c.in[0] = tensor(DType::kS8, shape(2, 3)), c.in[1] = constant(perm),
  c.out = tensor(DType::kS8, shape(3, 2));
  return c;
}

TEST(transpose_equals_results_computed_by_hand) {
  OpCase<Transpose> c = s8_case();
  const int8_t x[] = {1, 2, 3, 4, 5, 6}, y[] = {1, 4, 2, 5, 3, 6};
  test::expect_makes<TransposeAny>(c, y, x);
}

TEST(transpose_equals_the_definition_on_random_shapes_and_permutations) {
  static int8_t x[600 * 4], y[600 * 4];
  const DType types[] = {DType::kS8, DType::kF32, DType::kS32, DType::kS16};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const DType type = types[seed % 4];
    const int32_t width = size_of(type);
    const Shape from = test::random_shape(rng, 0, 600);
    int32_t perm[kMaxRank] = {0, 1, 2, 3, 4, 5};
    for (int d = from.rank - 1; d > 0; --d) {
      const int other = rng.in(0, d);
      const int32_t kept = perm[d];
      perm[d] = perm[other], perm[other] = kept;
    }
    Shape to = from;
    for (int d = 0; d < from.rank; ++d) to.dim[d] = from.dim[perm[d]];
    const int32_t size = from.elements();
    test::fill(rng, x, size * width);
    for (int32_t i = 0; i < size; ++i) {  // element i of x, by its position in each dimension
      int32_t position[kMaxRank] = {}, rest = i, at = 0;
      for (int d = from.rank - 1; d >= 0; --d) position[d] = rest % from.dim[d], rest /= from.dim[d];
      for (int d = 0; d < to.rank; ++d) at = at * to.dim[d] + position[perm[d]];
      memcpy(y + at * width, x + i * width, static_cast<size_t>(width));
    }
    OpCase<Transpose> c;
    c.in[0] = tensor(type, from), c.in[1] = constant(perm, from.rank), c.out = tensor(type, to);
    const test::Operand in[] = {{x, size * width}};
    const auto prepared = c.prepare();
    EXPECT(prepared);
    if (prepared && prepared->form == 0)
      test::expect_rows<TransposeImage>(*c.params<TransposeImage>(), in, 1, y, size * width, width);
    else if (prepared)
      test::expect_rows<TransposeAny>(*c.params<TransposeAny>(), in, 1, y, size * width, width);
  }
}

TEST(transpose_of_dimensions_that_keep_their_order_is_one_copy_in_place) {
  static const int32_t perm[] = {1, 0, 2, 3};
  OpCase<Transpose> c;
  c.in[0] = tensor(DType::kF32, shape(1, 4, 5, 6)), c.in[1] = constant(perm);
  c.out = tensor(DType::kF32, shape(4, 1, 5, 6));
  const auto* p = c.params<TransposeAny>();
  EXPECT(p && p->run == 4 * 5 * 6 * 4 && p->count == 1 && p->rank == 0 && forward(*p, 0) == 0);
}

TEST(transpose_of_an_image_reads_its_columns) {
  static const int32_t perm[] = {0, 2, 1, 3};
  test::on_random_cases<Transpose>(200, [](test::Rng& rng, OpCase<Transpose>& c, DType type) {
    const Shape x = shape(1, rng.in(2, 7), rng.in(2, 9), rng.in(1, 5));
    c.in[0] = tensor(type, x), c.in[1] = constant(perm);
    c.out = tensor(type, shape(1, x.dim[2], x.dim[1], x.dim[3]));
    test::expect_moved<TransposeImage>(rng, c, [&](const int32_t* at) {
      const int32_t from[] = {0, at[2], at[1], at[3]};
      return test::element_at(x, from);
    });
  });
}

TEST(transpose_reads_columns_of_one_image_of_several_rows_and_columns_only) {
  static const int32_t columns[] = {0, 2, 1, 3}, others[] = {0, 1, 3, 2};
  OpCase<Transpose> c;
  const auto is_image = [&](const Shape& x, const Shape& y, const int32_t(&perm)[4]) {
    c.in[0] = tensor(DType::kS8, x), c.in[1] = constant(perm), c.out = tensor(DType::kS8, y);
    const auto prepared = c.prepare();
    EXPECT(prepared);
    return prepared && prepared->form == 0;
  };
  EXPECT(is_image(shape(1, 4, 5, 3), shape(1, 5, 4, 3), columns));
  EXPECT(!is_image(shape(1, 4, 5, 3), shape(1, 4, 3, 5), others));
  EXPECT(!is_image(shape(2, 4, 5, 3), shape(2, 5, 4, 3), columns));
  EXPECT(!is_image(shape(1, 1, 5, 3), shape(1, 5, 1, 3), columns));
}

TEST(transpose_refuses_an_operand_that_is_not_a_permutation) {
  OpCase<Transpose> c = s8_case();
  static const int32_t twice[] = {1, 1}, negative[] = {-1, 0}, far[] = {0, 2}, three[] = {0, 1, 2};
  test::refuses_constants(c, Reason::kAxis, twice, negative, far);
  test::refuses_constants(c, Reason::kElements, three);
}

TEST(transpose_refuses_a_permutation_that_is_not_a_constant_vector_of_integers) {
  OpCase<Transpose> c = s8_case();
  c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = s8_case(), c.in[1].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, 1));
}

TEST(transpose_refuses_shapes_and_types_that_do_not_fit) {
  test::refuses_shapes_and_types_of_moved(s8_case, shape(2, 3));
}

TEST(transpose_refuses_every_size_of_persistent_memory_that_is_too_small) {
  static const int32_t perm[] = {5, 4, 3, 2, 1, 0};
  OpCase<Transpose> c;
  c.in[0] = c.out = tensor(DType::kS8, shape(2, 2, 2, 2, 2, 2)), c.in[1] = constant(perm);
  test::refuses_too_little_memory(c);
}

}  // namespace
