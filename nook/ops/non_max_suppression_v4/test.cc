#include "nook/ops/non_max_suppression_v4/non_max_suppression_v4_op.h"
#include "tests/suppression_case.h"

using namespace nook;
using namespace test;

namespace {

constexpr int32_t kMostTried = 20;

PartsCase<NonMaxSuppressionV4> case_of(int32_t boxes, const int32_t (&most)[1]) {
  PartsCase<NonMaxSuppressionV4> c;
  c.in[0] = tensor(DType::kF32, shape(boxes, 4)), c.in[1] = tensor(DType::kF32, shape(boxes));
  c.in[2] = constant(most);
  for (int i = 3; i < 5; ++i) c.in[i] = tensor(DType::kF32, Shape{});
  c.inputs = 5, c.outputs = 2;
  c.out[0] = tensor(DType::kS32, shape(most[0])), c.out[1] = tensor(DType::kS32, Shape{});
  return c;
}

}  // namespace

TEST(non_max_suppression_v4_is_the_definition) {
  static float boxes[kMostTried * 4], scores[kMostTried];
  static int32_t chosen[kMostTried + 1], want[kMostTried];
  static double want_scores[kMostTried];
  const float overlap = 0.3125f, least = 0.25f;  // exact, as are shares
  const int before = failures;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    const int32_t count = rng.in(1, kMostTried), most[] = {rng.in(1, kMostTried)};
    const auto prepared = case_of(count, most).prepare();
    EXPECT(prepared);
    if (!prepared) return;
    random_boxes(rng, boxes, scores, count);
    const Suppression one = {boxes, scores, count, most[0], double{overlap}, double{least}};
    const int32_t found = one.choose(want, want_scores);
    alignas(8) static unsigned char scratch[kMostTried * sizeof(nook_candidate)];
    int32_t held = -1;
    chosen[most[0]] = 99;
    nook_suppression_f32 p = {count, most[0]};
    nook_non_max_suppression_v4_f32_ref(&p, boxes, scores, &overlap, &least, chosen, &held, scratch);
    EXPECT_EQ(held, found);
    for (int32_t i = 0; i < most[0]; ++i) EXPECT_EQ(chosen[i], i < found ? want[i] : 0);
    EXPECT_EQ(chosen[most[0]], 99);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

TEST(non_max_suppression_v4_refuses_what_does_not_fit) {
  static const int32_t four[] = {4}, none[] = {0};
  const auto fine = [] { return case_of(6, four); };
  auto c = fine();
  EXPECT(c.prepare());
  c = case_of(6, none);
  EXPECT(c.refused(Reason::kElements, 2));
  c = fine(), c.in[2].data = nullptr;
  EXPECT(c.refused(Reason::kNotConstant, 2));
  c = fine(), c.in[0].shape = shape(6, 5);
  EXPECT(c.refused(Reason::kChannels, 0));
  c = fine(), c.in[0].shape = shape(1, 6, 4);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.in[1].shape = shape(5);
  EXPECT(c.refused(Reason::kElements, 1));
  c = fine(), c.in[3].shape = shape(2);
  EXPECT(c.refused(Reason::kElements, 3));
  c = fine(), c.out[0].shape = shape(3);
  EXPECT(c.refused(Reason::kElements, kFirstOutput));
  c = fine(), c.out[1].type = DType::kF32;
  EXPECT(c.refused(Reason::kType, kFirstOutput + 1));
  c = fine(), c.in[0].type = DType::kS8;
  EXPECT(c.no_form());
}
