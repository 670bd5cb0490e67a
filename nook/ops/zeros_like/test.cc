#include "nook/ops/zeros_like/zeros_like_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

TEST(zeros_like_makes_zeros_of_any_type) {
  static uint8_t x[256], y[256];
  memset(x, 1, sizeof x);
  const DType types[] = {DType::kS8, DType::kF32, DType::kS32, DType::kS64, DType::kBool, DType::kS16};
  for (const DType type : types)
    for (int32_t size = 1; size <= 32; ++size) {
      test::OpCase<ZerosLike> c;
      c.in[0] = c.out = test::tensor(type, shape(1, size));
      const int32_t bytes = c.out.bytes();
      const test::Operand in[] = {{x, bytes}};
      const auto* p = c.params<ZerosLikeAny>();
      if (p) test::expect_rows<ZerosLikeAny>(*p, in, 1, y, bytes, size_of(type));
    }
}

TEST(zeros_like_of_a_quantized_tensor_is_not_its_zero_point) {
  test::OpCase<ZerosLike> c;
  c.in[0] = c.out = test::quantized(shape(2), kHalf, 5);
  const int8_t x[] = {5, 6}, y[] = {0, 0};
  test::expect_makes<ZerosLikeAny>(c, y, x);
}

TEST(zeros_like_refuses_other_shapes_and_types) {
  test::OpCase<ZerosLike> fresh;
  fresh.in[0] = fresh.out = test::tensor(DType::kS32, shape(4));
  auto c = fresh;
  c.out.shape = shape(2, 2);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = fresh, c.out.type = DType::kF32;
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c = fresh, c.in[0].type = c.out.type = DType::kString;
  EXPECT(c.no_form());
  c = fresh, c.in[0].shape = c.out.shape = shape(0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
}
