#include "nook/ops/squared_difference/squared_difference_op.h"
#include "tests/binary_case.h"

using namespace nook;

namespace {

template <class Form, class Element>
void equals_the_definition_of_integers(DType type, int32_t most_zero, int32_t least, int32_t most,
                                       int32_t left_shift) {
  static float scale[3];
  test::equals_the_definition<SquaredDifference, Form, Element, Element>(
      type, type,
      [=](const test::OpCase<SquaredDifference>& c, Element a, Element b) {
        const double twice = 2.0 * static_cast<double>(scale[0] > scale[1] ? scale[0] : scale[1]);
        const double unit = 1 << left_shift;
        const auto part = [&](int32_t q, int i) {
          return test::naive_rescale(int64_t{q - c.in[i].zero_point} * (1 << left_shift),
                                     double{scale[i]} / twice);
        };
        const int64_t difference = part(a, 0) - part(b, 1);
        const int32_t q =
            test::naive_rescale(difference * difference, twice * twice / (unit * unit * double{scale[2]}));
        return static_cast<Element>(test::naive_clamp(int64_t{q} + c.out.zero_point, least, most));
      },
      [=](test::OpCase<SquaredDifference>& c, test::Rng& rng) {
        TensorInfo* const all[] = {&c.in[0], &c.in[1], &c.out};
        for (int i = 0; i < 3; ++i) {
          scale[i] = rng.real(0.01f, 0.9f), all[i]->scales = {&scale[i], 1};
          all[i]->zero_point = rng.in(-most_zero, most_zero);
        }
      });
}

}  // namespace

TEST(squared_difference_s8_equals_the_definition_on_random_shapes) {
  equals_the_definition_of_integers<SquaredDifferenceQuantized<DType::kS8>, int8_t>(DType::kS8, 127, -128,
                                                                                    127, 7);
}

TEST(squared_difference_s16_equals_the_definition_on_random_shapes) {
  equals_the_definition_of_integers<SquaredDifferenceQuantized<DType::kS16>, int16_t>(DType::kS16, 0, -32768,
                                                                                      32767, 0);
}

TEST(squared_difference_f32_equals_the_definition_on_random_shapes) {
  test::equals_the_definition<SquaredDifference, Binary<SquaredDifference, DType::kF32>, float, float>(
      DType::kF32, DType::kF32, [](float a, float b) { return (a - b) * (a - b); });
}

TEST(squared_difference_s32_equals_the_definition_and_wraps_around) {
  test::equals_the_definition<SquaredDifference, Binary<SquaredDifference, DType::kS32>, int32_t, int32_t>(
      DType::kS32, DType::kS32, [](int32_t a, int32_t b) { return (a - b) * (a - b); });
  const int32_t a[] = {INT32_MIN, 65536, INT32_MAX}, b[] = {INT32_MAX, 0, -1}, y[] = {1, 0, 0};
  test::OpCase<SquaredDifference> c;
  c.in[0] = c.in[1] = c.out = test::tensor(DType::kS32, test::shape(3));
  test::expect_makes<Binary<SquaredDifference, DType::kS32>>(c, y, a, b);
}

TEST(squared_difference_refuses_other_shapes_and_types) {
  test::refuses_shapes_and_types<SquaredDifference>(DType::kF32, DType::kF32, DType::kS64);
}

TEST(squared_difference_refuses_int16_with_a_zero_point_and_scales_without_room) {
  static const float one = 1, huge = 3e38f, tiny = 1e-30f;
  const auto fine = [] {
    test::OpCase<SquaredDifference> c;
    c.in[0] = c.in[1] = c.out = test::quantized(test::shape(3), one, 0);
    return c;
  };
  auto c = fine();
  c.in[0].type = c.in[1].type = c.out.type = DType::kS16;
  EXPECT(c.prepare());
  c.in[1].zero_point = 1;
  EXPECT(c.refused(Reason::kZeroPoint, 1));
  c = fine(), c.in[1].scales = {&huge, 1};
  EXPECT(c.refused(Reason::kScaleValue, 1));
  c = fine(), c.out.scales = {&huge, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c.out.scales = {&tiny, 1};
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}
