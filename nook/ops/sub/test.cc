#include "nook/ops/sub/sub_op.h"
#include "tests/broadcast_case.h"

using namespace nook;
using test::naive_clamp;
using test::naive_rescale;
using test::OpCase;
using test::quantized;
using test::shape;
using test::tensor;

namespace {

constexpr float kHalf = 0.5f;

OpCase<Sub> s8_case() {
  OpCase<Sub> c;
  c.in[0] = c.in[1] = c.out = quantized(shape(1, 4), kHalf, 0);
  return c;
}

OpCase<Sub> f32_case() {
  OpCase<Sub> c;
  c.in[0] = c.in[1] = c.out = tensor(DType::kF32, shape(1, 4));
  return c;
}

int32_t expected_s8(const OpCase<Sub>& c, int32_t a, int32_t b) {
  // The factors of SUB are floats. volatile: no machine may keep more bits than that.
  volatile const float of_a = c.in[0].scale(), of_b = c.in[1].scale(), of_y = c.out.scale();
  volatile const float unit = 2 * (of_a > of_b ? of_a : of_b), low = 1048576 * of_y;
  volatile const float real_a = of_a / unit, real_b = of_b / unit, real_y = unit / low;
  const int32_t in_a = naive_rescale((a - c.in[0].zero_point) * 1048576, double{real_a});
  const int32_t in_b = naive_rescale((b - c.in[1].zero_point) * 1048576, double{real_b});
  return naive_rescale(in_a - in_b, double{real_y}) + c.out.zero_point;
}

TEST(sub_reads_the_fused_activation) {
  const auto attrs = test::Options<1>({3}).parse<Sub>();
  EXPECT(attrs && attrs->activation == Activation::kRelu6);
}

TEST(sub_s8_computes_what_one_computes_by_hand) {
  // Reals: 5 - 2, 0 - 0, -64 + 31.5, 63 - 32; quantized with 0.5 and -3.
  static const float scale[] = {0.5f, 0.25f, 0.5f};
  OpCase<Sub> c = s8_case();
  c.in[0] = quantized(shape(4), scale[0], 1), c.in[1] = quantized(shape(4), scale[1], -2);
  c.out = quantized(shape(4), scale[2], -3);
  const int8_t a[] = {11, 1, -127, 127}, b[] = {6, -2, -128, 126}, y[] = {3, -3, -68, 59},
               clamped[] = {3, -3, -3, 9};
  const test::Operand in[] = {{a, 4}, {b, 4}};
  const auto* p = c.params<SubS8>();
  if (p) test::expect_rows<SubS8>(*p, in, 2, y, 4, 1);
  c.attrs.activation = Activation::kRelu6;
  p = c.params<SubS8>();
  if (p) test::expect_rows<SubS8>(*p, in, 2, clamped, 4, 1);
}

TEST(sub_f32_computes_what_one_computes_by_hand) {
  OpCase<Sub> c = f32_case();
  const float a[] = {1, -2, 0.5f, 3}, b[] = {2, -3, 0.25f, -4}, y[] = {-1, 1, 0.25f, 7},
              clamped[] = {0, 1, 0.25f, 7};
  const test::Operand in[] = {{a, 16}, {b, 16}};
  const auto* p = c.params<SubF32>();
  if (p) test::expect_rows<SubF32>(*p, in, 2, y, 16, 4);
  c.attrs.activation = Activation::kRelu;
  p = c.params<SubF32>();
  if (p) test::expect_rows<SubF32>(*p, in, 2, clamped, 16, 4);
}

TEST(sub_s8_rounds_its_factors_to_floats) {
  static const float a = 0.1f, b = 0.3f, y = 0.7f;
  OpCase<Sub> c = s8_case();
  c.in[0].scales = {&a, 1}, c.in[1].scales = {&b, 1}, c.out.scales = {&y, 1};
  const auto* p = c.params<SubS8>();  // 24 bits of a float leave 7 of the 31 empty
  EXPECT(p && p->a_multiplier % 128 == 0 && p->y_multiplier % 128 == 0);
}

TEST(sub_s8_equals_the_definition_on_random_shapes_and_scales) {
  static int8_t a[300], b[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const test::Broadcast s = test::random_broadcast(rng);
    const float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f), rng.real(0.01f, 0.3f)};
    OpCase<Sub> c;
    c.in[0] = quantized(s.a, scale[0], rng.in(-128, 127)),
    c.in[1] = quantized(s.b, scale[1], rng.in(-128, 127));
    c.out = quantized(s.y, scale[2], rng.in(-128, 127));
    c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    test::fill(rng, a, s.a.elements()), test::fill(rng, b, s.b.elements());
    const RangeS8 range = activation_range_s8(c.attrs.activation, c.out);
    for (int32_t i = 0; i < s.y.elements(); ++i) {
      const int32_t in_a = a[test::broadcast_index(s.y, s.a, i)],
                    in_b = b[test::broadcast_index(s.y, s.b, i)];
      const int32_t q = expected_s8(c, in_a, in_b);
      y[i] = static_cast<int8_t>(naive_clamp(q, range.min, range.max));
    }
    const auto* p = c.params<SubS8>();
    if (!p) continue;
    const test::Operand in[] = {{a, s.a.elements()}, {b, s.b.elements()}};
    test::expect_rows<SubS8>(*p, in, 2, y, s.y.elements(), 1);
  }
}

TEST(sub_f32_equals_the_definition_on_random_shapes) {
  static float a[300], b[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const test::Broadcast s = test::random_broadcast(rng);
    OpCase<Sub> c;
    c.in[0] = tensor(DType::kF32, s.a), c.in[1] = tensor(DType::kF32, s.b), c.out = tensor(DType::kF32, s.y);
    c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    test::fill(rng, a, s.a.elements()), test::fill(rng, b, s.b.elements());
    const RangeF32 range = activation_range_f32(c.attrs.activation);
    for (int32_t i = 0; i < s.y.elements(); ++i) {
      const float sum = a[test::broadcast_index(s.y, s.a, i)] - b[test::broadcast_index(s.y, s.b, i)];
      y[i] = sum < range.min ? range.min : sum > range.max ? range.max : sum;
    }
    const auto* p = c.params<SubF32>();
    if (!p) continue;
    const test::Operand in[] = {{a, s.a.elements() * 4}, {b, s.b.elements() * 4}};
    test::expect_rows<SubF32>(*p, in, 2, y, s.y.elements() * 4, 4);
  }
}

TEST(sub_walks_equal_shapes_in_one_run_and_may_write_over_either_operand) {
  OpCase<Sub> c = s8_case();
  c.in[0].shape = c.in[1].shape = c.out.shape = shape(2, 3, 4, 5);
  const auto* p = c.params<SubS8>();
  EXPECT(p && p->rank == 0 && p->run == 120);
  EXPECT(p && whole_in_place(*p, 0) == 0 && whole_in_place(*p, 1) == 0);
}

TEST(sub_may_not_write_over_an_operand_that_is_repeated) {
  OpCase<Sub> c = s8_case();
  c.in[0].shape = c.out.shape = shape(2, 3, 4, 5), c.in[1].shape = shape(3, 1, 5);
  const auto* p = c.params<SubS8>();
  EXPECT(p && whole_in_place(*p, 0) == 0 && whole_in_place(*p, 1) == kDisjoint);
  c.in[1].shape = shape();
  p = c.params<SubS8>();
  EXPECT(p && p->b_step == 0 && p->run == 120 && whole_in_place(*p, 1) == kDisjoint);
}

TEST(sub_refuses_shapes_that_do_not_fit) {
  OpCase<Sub> c = s8_case();
  c.in[1].shape = shape(1, 3);
  EXPECT(c.refused(Reason::kBroadcast, 1));
  c = s8_case(), c.out.shape = shape(1, 1, 4);
  EXPECT(c.refused(Reason::kRank, kFirstOutput));
  c = s8_case(), c.out.shape = shape(2, 4);
  EXPECT(c.refused(Reason::kOutputShape, kFirstOutput));
  c = s8_case(), c.in[0].shape = shape(1, 0);
  EXPECT(c.refused(Reason::kElements, 0));
  c = f32_case(), c.in[1].shape = shape(0, 4);
  EXPECT(c.refused(Reason::kElements, 1));
}

TEST(sub_refuses_types_that_have_no_kernel) {
  OpCase<Sub> c = s8_case();
  c.in[1].type = DType::kS16;
  EXPECT(c.no_form());
  c = f32_case(), c.out.type = DType::kS32;
  EXPECT(c.no_form());
}

TEST(sub_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  const float infinite = 1.0f / 0.0f, negative = -1.0f;
  const float two[] = {1.0f, 1.0f};
  for (int i = 0; i < 3; ++i) {
    const int operand = i < 2 ? i : kFirstOutput;
    OpCase<Sub> c = s8_case();
    TensorInfo& t = i < 2 ? c.in[i] : c.out;
    t.zero_point = 128;
    EXPECT(c.refused(Reason::kZeroPoint, operand));
    t.zero_point = -129;
    EXPECT(c.refused(Reason::kZeroPoint, operand));
    t.zero_point = 0, t.scales = {two, 2};
    EXPECT(c.refused(Reason::kScaleCount, operand));
    t.scales = {};
    EXPECT(c.refused(Reason::kScaleCount, operand));
    t.scales = {&infinite, 1};
    EXPECT(c.refused(Reason::kScaleValue, operand));
    t.scales = {&negative, 1};
    EXPECT(c.refused(Reason::kScaleValue, operand));
  }
}

TEST(sub_refuses_scales_whose_ratio_fixed_point_cannot_hold) {
  static const float tiny = 1e-9f, huge = 3e38f;
  OpCase<Sub> c = s8_case();
  c.out.scales = {&tiny, 1};  // the sum of two int8 would have to grow by more than 20 bits
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
  c = s8_case(), c.in[0].scales = {&huge, 1};  // twice that is no float any more
  EXPECT(c.refused(Reason::kScaleValue, 0));
}

TEST(sub_refuses_activations_that_are_not_clamps) {
  OpCase<Sub> c = s8_case();
  c.attrs.activation = Activation::kTanh;
  EXPECT(c.refused(Reason::kActivation, 0));
  c = f32_case(), c.attrs.activation = static_cast<Activation>(200);
  EXPECT(c.refused(Reason::kActivation, 0));
}

TEST(sub_refuses_every_size_of_persistent_memory_that_is_too_small) {
  OpCase<Sub> c = s8_case();
  c.in[0].shape = c.out.shape = shape(2, 3, 2, 3, 2, 3), c.in[1].shape = shape(1, 3, 1, 3, 1, 3);
  EXPECT(c.prepare());
  const size_t needed = c.arena.used();
  for (c.memory_bytes = 0; c.memory_bytes < needed; ++c.memory_bytes)
    EXPECT(c.refused(Reason::kPersistent, 0));
}

}  // namespace
