#include "nook/ops/non_max_suppression/non_max_suppression_op.h"
#include "tests/suppression_case.h"

using namespace nook;
using namespace test;

namespace {

OpCase<NonMaxSuppression> case_of(int32_t batch, int32_t classes, int32_t boxes, int32_t most) {
  OpCase<NonMaxSuppression> c;
  c.in[0] = tensor(DType::kF32, shape(batch, boxes, 4)),
  c.in[1] = tensor(DType::kF32, shape(batch, classes, boxes));
  c.inputs = 2;
  c.attrs.most = most, c.attrs.iou_threshold = 0.3125f;
  c.out = tensor(DType::kS32, shape(batch * classes * most, 3));
  return c;
}

// The rows of one class of an image, by definition.
int32_t rows_of(const Suppression& one, int32_t image, int32_t number, int32_t* y) {
  static int32_t chosen[kMostBoxesTried];
  static double scores[kMostBoxesTried];
  const int32_t found = one.choose(chosen, scores);
  for (int32_t i = 0; i < found; ++i) y[3 * i] = image, y[3 * i + 1] = number, y[3 * i + 2] = chosen[i];
  return 3 * found;
}

}  // namespace

TEST(non_max_suppression_is_the_definition) {
  static float boxes[2 * kMostBoxesTried * 4], scores[2 * 3 * kMostBoxesTried];
  static int32_t y[2 * 3 * kMostBoxesTried * 3];
  const int before = failures;
  for (uint32_t seed = 0; seed < 300 && failures == before; ++seed) {
    Rng rng(seed);
    const int32_t batch = rng.in(1, 2), classes = rng.in(1, 3), count = rng.in(1, kMostBoxesTried);
    auto c = case_of(batch, classes, count, rng.in(1, count));
    c.attrs.centred = rng.in(0, 1) != 0, c.attrs.limited = rng.in(0, 1) != 0, c.attrs.score_threshold = 0.25f;
    for (int32_t i = 0; i < batch * classes; ++i)
      random_boxes(rng, boxes + (i % batch) * count * 4, scores + i * count, count);
    for (int32_t i = 0; i < c.out.shape.elements(); ++i) y[i] = -1;
    int32_t* at = y;
    for (int32_t i = 0; i < batch * classes; ++i) {
      const int32_t image = i / classes;
      const Suppression one = {
          boxes + image * count * 4, scores + i * count, count, c.attrs.most, 0.3125, 0.25, 0,
          c.attrs.centred,           c.attrs.limited,    false};
      at += rows_of(one, image, i % classes, at);
    }
    const test::Operand in[] = {{boxes, batch * count * 16}, {scores, batch * classes * count * 4}};
    const auto* p = c.params<NonMaxSuppressionF32>();
    if (p) expect_rows<NonMaxSuppressionF32>(*p, in, 2, y, c.out.bytes(), 4);
    if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
  }
}

// A share that equals the limit does not suppress, and a box without an area overlaps nothing.
TEST(non_max_suppression_keeps_boxes_at_the_limit_and_without_an_area) {
  const float boxes[] = {0, 0, 1, 2, 0, 1, 1, 3, 0, 0, 0, 0}, scores[] = {0.9f, 0.8f, 0.7f};
  const int32_t y[] = {0, 0, 0, 0, 0, 1, 0, 0, 2};
  auto c = case_of(1, 1, 3, 3);
  c.attrs.iou_threshold = 1.0f / 3;
  const test::Operand in[] = {{boxes, sizeof boxes}, {scores, sizeof scores}};
  const auto* p = c.params<NonMaxSuppressionF32>();
  if (p) expect_rows<NonMaxSuppressionF32>(*p, in, 2, y, sizeof y, 4);
}

TEST(non_max_suppression_refuses_operands_that_do_not_fit) {
  const auto fine = [] { return case_of(1, 2, 5, 3); };
  auto c = fine();
  EXPECT(c.prepare());
  c.attrs.most = 6;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.attrs.most = 0;
  EXPECT(c.refused(Reason::kAttribute, 0));
  c = fine(), c.in[0].shape = shape(1, 5, 3);
  EXPECT(c.refused(Reason::kChannels, 0));
  c = fine(), c.in[0].shape = shape(5, 4);
  EXPECT(c.refused(Reason::kRank, 0));
  c = fine(), c.in[1].shape = shape(1, 2, 4);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c = fine(), c.in[1].shape = shape(2, 2, 5);
  EXPECT(c.refused(Reason::kInputShape, 1));
  c = fine(), c.out.shape = shape(5, 3);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = fine(), c.out.type = DType::kF32;
  EXPECT(c.refused(Reason::kType, kFirstOutput));
  c = fine(), c.in[1].type = DType::kS8;
  EXPECT(c.no_form());
}
