#include "nook/ops/non_max_suppression_v4/non_max_suppression_v4_op.h"
#include "tests/suppression_case.h"

using namespace nook;
using namespace test;

TEST(non_max_suppression_v4_is_the_definition) {
  static float boxes[kMostBoxesTried * 4], scores[kMostBoxesTried];
  static int32_t chosen[kMostBoxesTried + 1], want[kMostBoxesTried];
  static double want_scores[kMostBoxesTried];
  const float overlap = 0.3125f, least = 0.25f;  // exact, like the shares of boxes
  const int before = failures;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    const int32_t count = rng.in(1, kMostBoxesTried), most[] = {rng.in(1, kMostBoxesTried)};
    const auto prepared = suppression_case<NonMaxSuppressionV4>(count, most, 5, 2).prepare();
    EXPECT(prepared);
    if (!prepared) return;
    random_boxes(rng, boxes, scores, count);
    const Suppression one = {boxes, scores, count, most[0], double{overlap}, double{least}};
    const int32_t found = one.choose(want, want_scores);
    alignas(8) static unsigned char scratch[kMostBoxesTried * sizeof(nook_candidate)];
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

TEST(non_max_suppression_v4_refuses_operands_that_do_not_fit) {
  suppression_refuses_operands_that_do_not_fit<NonMaxSuppressionV4>(5, 2);
}
