#include "nook/ops/select_v2/select_v2_op.h"
#include "tests/broadcast_case.h"

using namespace nook;
using namespace test;

namespace {

test::OpCase<SelectV2> small_case() {
  test::OpCase<SelectV2> c;
  c.in[0] = test::tensor(DType::kBool, shape(2, 3));
  c.in[1] = c.in[2] = c.out = test::quantized(shape(2, 3), kHalf, 4);
  return c;
}

}  // namespace

TEST(select_v2_equals_the_definition_on_random_shapes) {
  static uint8_t condition[300], a[2400], b[2400], y[2400];
  const DType types[] = {DType::kS8, DType::kS16, DType::kF32, DType::kS64, DType::kBool};
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const test::Broadcast s = test::random_broadcast(rng);
    const DType type = types[seed % 5];
    const size_t width = static_cast<size_t>(size_of(type));
    // Permutes the three shapes over the operands, so that each is broadcast.
    const Shape* const shapes[][3] = {{&s.y, &s.a, &s.b}, {&s.a, &s.b, &s.y}, {&s.b, &s.a, &s.b}};
    const auto& of = shapes[rng.in(0, 1)];
    test::OpCase<SelectV2> c;
    c.in[0] = test::tensor(DType::kBool, *of[0]);
    c.in[1] = test::tensor(type, *of[1]), c.in[2] = test::tensor(type, *of[2]);
    c.out = test::tensor(type, s.y);
    for (uint8_t& each : condition) each = static_cast<uint8_t>(rng.in(0, 1));
    for (uint8_t& each : a) each = static_cast<uint8_t>(rng.in(0, 255));
    for (uint8_t& each : b) each = static_cast<uint8_t>(rng.in(0, 255));
    for (int32_t i = 0; i < s.y.elements(); ++i) {
      const auto at = [&](int k) { return static_cast<size_t>(test::broadcast_index(s.y, *of[k], i)); };
      const uint8_t* const from = condition[at(0)] ? a + at(1) * width : b + at(2) * width;
      memcpy(y + static_cast<size_t>(i) * width, from, width);
    }
    const auto* p = c.params<SelectV2Any>();
    if (!p) return;
    const test::Operand in[] = {{condition, c.in[0].bytes()}, {a, c.in[1].bytes()}, {b, c.in[2].bytes()}};
    test::expect_rows<SelectV2Any>(*p, in, 3, y, c.out.bytes(), 1, size_of(type));
  }
}

TEST(select_v2_refuses_operands_that_do_not_fit) {
  static const float other = 0.25f;
  auto c = small_case();
  EXPECT(c.prepare());
  c.in[0].shape = shape(3, 3);
  EXPECT(c.refused(Reason::kBroadcast, 1));
  c = small_case(), c.in[2].shape = shape(2, 2);
  EXPECT(c.refused(Reason::kBroadcast, 2));
  c = small_case(), c.out.shape = shape(2, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = small_case(), c.out.shape = shape(6);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = small_case(), c.in[1].shape = shape(2, 0);
  EXPECT(c.refused(Reason::kElements, 1));
  c = small_case(), c.in[2].scales = {&other, 1};
  EXPECT(c.refused(Reason::kQuantization, 2));
  c = small_case(), c.in[0].type = DType::kS8;
  EXPECT(c.no_form());
  c = small_case(), c.in[1].type = DType::kF32;
  EXPECT(c.no_form());
  c = small_case(), c.in[1].shape = shape(2, 1), c.memory_bytes = 8;
  EXPECT(c.refused(Reason::kPersistent, 0));
}
