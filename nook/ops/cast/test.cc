#include "nook/ops/cast/cast_op.h"
#include "tests/op_case.h"

using namespace nook;
using namespace test;

namespace {

test::OpCase<Cast> cast_case(DType from, DType to, int32_t size) {
  test::OpCase<Cast> c;
  c.in[0] = test::tensor(from, shape(size)), c.out = test::tensor(to, shape(size));
  return c;
}

template <class X, class Y, size_t N>
void makes(DType from, const X (&x)[N], DType to, const Y (&y)[N]) {
  auto c = cast_case(from, to, static_cast<int32_t>(N));
  const auto* p = c.params<CastAny>();
  const test::Operand in[] = {{x, sizeof x}};
  if (p) test::expect_rows<CastAny>(*p, in, 1, y, sizeof y, sizeof(X), sizeof(Y));
}

// Between integers, a C conversion defines the result.
template <class X, class Y>
void is_what_c_says(DType from, DType to) {
  static X x[64];
  static Y y[64];
  for (uint32_t seed = 0; seed < 20; ++seed) {
    test::Rng rng(seed);
    for (int i = 0; i < 64; ++i) {
      x[i] = static_cast<X>(2 * rng.in(-1000000000, 1000000000) >> rng.in(0, 31));
      y[i] = static_cast<Y>(x[i]);
    }
    makes(from, x, to, y);
  }
}
template <class X>
void is_what_c_says_of(DType from) {
  is_what_c_says<X, int8_t>(from, DType::kS8);
  is_what_c_says<X, int16_t>(from, DType::kS16);
  is_what_c_says<X, int32_t>(from, DType::kS32);
  is_what_c_says<X, uint32_t>(from, DType::kU32);
  is_what_c_says<X, uint8_t>(from, DType::kU8);
  is_what_c_says<X, uint16_t>(from, DType::kU16);
  is_what_c_says<X, int64_t>(from, DType::kS64);
  is_what_c_says<X, float>(from, DType::kF32);
}

}  // namespace

TEST(cast_of_integers_and_floats_within_their_range_equals_a_cast_in_c) {
  is_what_c_says_of<int8_t>(DType::kS8);
  is_what_c_says_of<int16_t>(DType::kS16);
  is_what_c_says_of<int32_t>(DType::kS32);
  is_what_c_says_of<uint32_t>(DType::kU32);
  is_what_c_says_of<uint8_t>(DType::kU8);
  is_what_c_says_of<uint16_t>(DType::kU16);
  is_what_c_says_of<int64_t>(DType::kS64);
  is_what_c_says<float, int32_t>(DType::kF32, DType::kS32);
  is_what_c_says<float, float>(DType::kF32, DType::kF32);
}

TEST(cast_of_bool_is_0_or_1) {
  const uint8_t x[] = {0, 1, 2, 255};
  const int8_t bytes[] = {0, 1, 1, 1};
  const int16_t shorts[] = {0, 1, 1, 1};
  const int32_t words[] = {0, 1, 1, 1};
  const float floats[] = {0, 1, 1, 1};
  makes(DType::kBool, x, DType::kS8, bytes), makes(DType::kBool, x, DType::kS16, shorts);
  makes(DType::kBool, x, DType::kS32, words), makes(DType::kBool, x, DType::kU32, words);
  makes(DType::kBool, x, DType::kF32, floats);
}

TEST(cast_of_floats_truncates_and_keeps_to_the_range) {
  const float infinity = 1.0f / 0.0f, nan = infinity - infinity;
  const float x[] = {1.9f,           -1.9f, -0.5f,  126.9f,   128,           -128.9f,
                     40000,          -1e5f, 3.5e9f, 5e9f,     2147483520.0f, 2147483648.0f,
                     -2147483648.0f, -3e9f, nan,    infinity, -infinity};
  const int8_t bytes[] = {1, -1, 0, 126, 127, -128, 127, -128, 127, 127, 127, 127, -128, -128, 0, 127, -128};
  const int16_t shorts[] = {1,     -1,    0,     126,    128,    -128, 32767, -32768, 32767,
                            32767, 32767, 32767, -32768, -32768, 0,    32767, -32768};
  const int32_t words[] = {1,         -1,        0,         126,       128,        -128,
                           40000,     -100000,   INT32_MAX, INT32_MAX, 2147483520, INT32_MAX,
                           INT32_MIN, INT32_MIN, 0,         INT32_MAX, INT32_MIN};
  const uint32_t naturals[] = {1,          0,           0,           126, 128, 0, 40000,      0, 3500000000u,
                               UINT32_MAX, 2147483520u, 2147483648u, 0,   0,   0, UINT32_MAX, 0};
  makes(DType::kF32, x, DType::kS8, bytes), makes(DType::kF32, x, DType::kS16, shorts);
  const uint8_t octets[] = {1, 0, 0, 126, 128, 0, 255, 0, 255, 255, 255, 255, 0, 0, 0, 255, 0};
  const int64_t longs[] = {1,           -1,          0,          126,        128,        -128,
                           40000,       -100000,     3500000000, 5000000000, 2147483520, 2147483648,
                           -2147483648, -3000000000, 0,          INT64_MAX,  INT64_MIN};
  makes(DType::kF32, x, DType::kS32, words), makes(DType::kF32, x, DType::kU32, naturals);
  const uint16_t pairs[] = {1, 0, 0, 126, 128, 0, 40000, 0, 65535, 65535, 65535, 65535, 0, 0, 0, 65535, 0};
  makes(DType::kF32, x, DType::kU8, octets), makes(DType::kF32, x, DType::kS64, longs);
  makes(DType::kF32, x, DType::kU16, pairs);
}

TEST(cast_to_bool_is_true_for_all_but_0) {
  const float nan = 0.0f / 0.0f, floats[] = {0, -0.0f, 0.25f, -3, nan};
  const int64_t longs[] = {0, 0, int64_t{1} << 40, -1, INT64_MIN};
  const int16_t shorts[] = {0, 0, 256, -1, 1};
  const uint8_t bytes[] = {0, 0, 255, 1, 2}, y[] = {0, 0, 1, 1, 1};
  makes(DType::kF32, floats, DType::kBool, y), makes(DType::kS64, longs, DType::kBool, y);
  makes(DType::kS16, shorts, DType::kBool, y), makes(DType::kU8, bytes, DType::kBool, y);
  makes(DType::kBool, bytes, DType::kBool, y);
}

TEST(cast_refuses_other_shapes_and_types) {
  auto c = cast_case(DType::kF32, DType::kS32, 4);
  c.out.shape = shape(2, 2);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = cast_case(DType::kF32, DType::kS32, 0);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  EXPECT(cast_case(DType::kF32, DType::kF16, 4).no_form());
  EXPECT(cast_case(DType::kU64, DType::kF32, 4).no_form());
  EXPECT(cast_case(DType::kS4, DType::kS8, 4).no_form());
}
