#include "nook/ops/topk_v2/topk_v2_op.h"
#include "tests/movement_case.h"

using namespace nook;
using namespace test;

namespace {

template <class Element>
void finds_the_largest(DType type) {
  static Element x[300], values[300];
  static int32_t indices[300];
  for (uint32_t seed = 0; seed < 200; ++seed) {
    test::Rng rng(seed);
    const Shape s = test::random_shape(rng, 1, 300);
    const int32_t size = s.back(0), count[] = {rng.in(1, size)};
    test::PartsCase<TopkV2> c;
    c.in[0] = tensor(type, s), c.in[1] = test::constant(count), c.out[0] = c.in[0];
    c.out[0].shape.dim[s.rank - 1] = count[0], c.out[1] = tensor(DType::kS32, c.out[0].shape);
    for (int32_t i = 0; i < s.elements(); ++i) x[i] = static_cast<Element>(rng.in(-5, 5));
    const auto prepared = c.prepare();
    EXPECT(prepared);
    if (!prepared) return;
    const void* from[] = {x, nullptr};
    void* to[] = {values, indices};
    const int32_t results = c.out[1].shape.elements();
    for (int32_t i = results; i < 300; ++i) values[i] = 99, indices[i] = 99;
    prepared->invoke(prepared->params, {from, to, nullptr});
    for (int32_t i = 0; i < results; ++i) {
      // The number of elements that precede it equals its position: larger elements, and earlier equal ones.
      const Element* const row = x + i / count[0] * size;
      int32_t before = 0;
      for (int32_t k = 0; k < size; ++k)
        before += row[k] > values[i] || (!(row[k] < values[i]) && k < indices[i]);
      EXPECT(indices[i] >= 0 && indices[i] < size);
      EXPECT_EQ(before, i % count[0]);
      EXPECT(memcmp(&row[indices[i]], &values[i], sizeof(Element)) == 0);
    }
    for (int32_t i = results; i < 300; ++i) EXPECT(values[i] > 98 && indices[i] == 99);
  }
}

}  // namespace

TEST(topk_v2_s8_finds_the_largest) { finds_the_largest<int8_t>(DType::kS8); }

TEST(topk_v2_f32_finds_the_largest) { finds_the_largest<float>(DType::kF32); }

TEST(topk_v2_s32_finds_the_largest) { finds_the_largest<int32_t>(DType::kS32); }

TEST(topk_v2_refuses_operands_that_do_not_fit) {
  static const int32_t two[] = {2}, none[] = {0}, five[] = {5};
  const auto fine = [] {
    test::PartsCase<TopkV2> c;
    c.in[0] = tensor(DType::kF32, shape(3, 4)), c.in[1] = test::constant(two);
    c.out[0] = tensor(DType::kF32, shape(3, 2)), c.out[1] = tensor(DType::kS32, shape(3, 2));
    return c;
  };
  auto c = fine();
  EXPECT(c.prepare());
  c.in[1] = test::constant(none);
  EXPECT(c.refused(Reason::kAxis, 1));
  c.in[1] = test::constant(five);
  EXPECT(c.refused(Reason::kAxis, 1));
  c = fine(), c.in[1].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 1));
  c = fine(), c.out[0].shape = shape(3, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out[1].shape = shape(6);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput + 1));
  c = fine(), c.out[1].type = DType::kS64;
  EXPECT(c.refused(Reason::kType, kFirstOutput + 1));
  c = fine(), c.in[0].shape = shape();
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.outputs = 1;
  EXPECT(c.refused(Reason::kOperandCount, kFirstOutput));
  c = fine(), c.in[0].type = DType::kBool;
  EXPECT(!c.prepare() && c.refusal.reason == Reason::kNone);
}
