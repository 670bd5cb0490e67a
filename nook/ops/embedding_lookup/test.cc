#include "nook/ops/embedding_lookup/embedding_lookup_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

TEST(embedding_lookup_takes_rows_of_its_table) {
  OpCase<EmbeddingLookup> c;
  const int32_t indices[] = {2, -1, 0, INT32_MAX};
  const int16_t table[] = {1, 2, 3, 4, 5, 6}, y[] = {5, 6, 1, 2, 1, 2, 5, 6};
  c.in[0] = tensor(DType::kS32, shape(4)), c.in[1] = tensor(DType::kS16, shape(3, 2));
  c.out = tensor(DType::kS16, shape(4, 2));
  test::expect_makes<EmbeddingLookupAny>(c, y, indices, table);
}

TEST(embedding_lookup_makes_reals_of_an_int8_table) {
  OpCase<EmbeddingLookup> c;
  const int32_t indices[] = {1, 0, 7};
  const int8_t table[] = {1, -2, 3, 127};
  const float y[] = {1.5f, 63.5f, 0.5f, -1, 1.5f, 63.5f};
  c.in[0] = tensor(DType::kS32, shape(3)), c.in[1] = test::quantized(shape(2, 2), kHalf, 0);
  c.out = tensor(DType::kF32, shape(3, 2));
  test::expect_makes<EmbeddingLookupF32>(c, y, indices, table);
  c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
}

TEST(embedding_lookup_refuses_constant_indices_that_do_not_exist) {
  static const int32_t far[] = {0, 3}, good[] = {2, 0};
  OpCase<EmbeddingLookup> c;
  c.in[0] = constant(good), c.in[1] = tensor(DType::kS8, shape(3, 4)),
  c.out = tensor(DType::kS8, shape(2, 4));
  EXPECT(c.prepare());
  c.in[0] = constant(far);
  EXPECT(c.refused(Reason::kAxis, 0));
  c.in[0] = tensor(DType::kS32, shape(2, 1));
  EXPECT(c.refused(Reason::kRank, 0));
}
