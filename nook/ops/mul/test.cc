#include "nook/ops/mul/mul_op.h"
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

OpCase<Mul> s8_case() {
  OpCase<Mul> c;
  c.in[0] = c.in[1] = c.out = quantized(shape(1, 4), kHalf, 0);
  return c;
}

OpCase<Mul> f32_case() {
  OpCase<Mul> c;
  c.in[0] = c.in[1] = c.out = tensor(DType::kF32, shape(1, 4));
  return c;
}

int32_t expected_s8(const OpCase<Mul>& c, int32_t a, int32_t b) {
  const double real = double{c.in[0].scale()} * double{c.in[1].scale()} / double{c.out.scale()};
  return naive_rescale((a - c.in[0].zero_point) * (b - c.in[1].zero_point), real) + c.out.zero_point;
}

TEST(mul_reads_the_fused_activation) {
  const auto attrs = test::Options<1>({3}).parse<Mul>();
  EXPECT(attrs && attrs->activation == Activation::kRelu6);
}

TEST(mul_s8_computes_what_one_computes_by_hand) {
  // Reals: 5 * 2, 0 * 0, -64 * 1, 63 * 32; quantized with 0.5 and -3, 9 is 6.
  static const float scale[] = {0.5f, 0.25f, 0.5f};
  OpCase<Mul> c = s8_case();
  c.in[0] = quantized(shape(4), scale[0], 1), c.in[1] = quantized(shape(4), scale[1], -2);
  c.out = quantized(shape(4), scale[2], -3);
  const int8_t a[] = {11, 1, -127, 127}, b[] = {6, -2, 2, 126}, y[] = {17, -3, -128, 127},
               clamped[] = {9, -3, -3, 9};
  const test::Operand in[] = {{a, 4}, {b, 4}};
  const auto* p = c.params<MulS8>();
  if (p) test::expect_rows<MulS8>(*p, in, 2, y, 4, 1);
  c.attrs.activation = Activation::kRelu6;
  p = c.params<MulS8>();
  if (p) test::expect_rows<MulS8>(*p, in, 2, clamped, 4, 1);
}

TEST(mul_f32_computes_what_one_computes_by_hand) {
  OpCase<Mul> c = f32_case();
  const float a[] = {1, -2, 0.5f, 3}, b[] = {2, -3, 0.25f, -4}, y[] = {2, 6, 0.125f, -12},
              clamped[] = {2, 6, 0.125f, 0};
  const test::Operand in[] = {{a, 16}, {b, 16}};
  const auto* p = c.params<MulF32>();
  if (p) test::expect_rows<MulF32>(*p, in, 2, y, 16, 4);
  c.attrs.activation = Activation::kRelu;
  p = c.params<MulF32>();
  if (p) test::expect_rows<MulF32>(*p, in, 2, clamped, 16, 4);
}

TEST(mul_s8_equals_the_definition_on_random_shapes_and_scales) {
  static int8_t a[300], b[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const test::Broadcast s = test::random_broadcast(rng);
    const float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f), rng.real(0.01f, 0.3f)};
    OpCase<Mul> c;
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
    const auto* p = c.params<MulS8>();
    if (!p) continue;
    const test::Operand in[] = {{a, s.a.elements()}, {b, s.b.elements()}};
    test::expect_rows<MulS8>(*p, in, 2, y, s.y.elements(), 1);
  }
}

TEST(mul_f32_equals_the_definition_on_random_shapes) {
  static float a[300], b[300], y[300];
  for (uint32_t seed = 0; seed < 300; ++seed) {
    test::Rng rng(seed);
    const test::Broadcast s = test::random_broadcast(rng);
    OpCase<Mul> c;
    c.in[0] = tensor(DType::kF32, s.a), c.in[1] = tensor(DType::kF32, s.b), c.out = tensor(DType::kF32, s.y);
    c.attrs.activation = static_cast<Activation>(rng.in(0, 3));
    test::fill(rng, a, s.a.elements()), test::fill(rng, b, s.b.elements());
    const RangeF32 range = activation_range_f32(c.attrs.activation);
    for (int32_t i = 0; i < s.y.elements(); ++i) {
      const float sum = a[test::broadcast_index(s.y, s.a, i)] * b[test::broadcast_index(s.y, s.b, i)];
      y[i] = sum < range.min ? range.min : sum > range.max ? range.max : sum;
    }
    const auto* p = c.params<MulF32>();
    if (!p) continue;
    const test::Operand in[] = {{a, s.a.elements() * 4}, {b, s.b.elements() * 4}};
    test::expect_rows<MulF32>(*p, in, 2, y, s.y.elements() * 4, 4);
  }
}

TEST(mul_walks_equal_shapes_in_one_run_and_may_write_over_either_operand) {
  OpCase<Mul> c = s8_case();
  c.in[0].shape = c.in[1].shape = c.out.shape = shape(2, 3, 4, 5);
  const auto* p = c.params<MulS8>();
  EXPECT(p && p->rank == 0 && p->run == 120);
  EXPECT(p && whole_in_place(*p, 0) == 0 && whole_in_place(*p, 1) == 0);
}

TEST(mul_may_not_write_over_an_operand_that_is_repeated) {
  OpCase<Mul> c = s8_case();
  c.in[0].shape = c.out.shape = shape(2, 3, 4, 5), c.in[1].shape = shape(3, 1, 5);
  const auto* p = c.params<MulS8>();
  EXPECT(p && whole_in_place(*p, 0) == 0 && whole_in_place(*p, 1) == kDisjoint);
  c.in[1].shape = shape();
  p = c.params<MulS8>();
  EXPECT(p && p->b_step == 0 && p->run == 120 && whole_in_place(*p, 1) == kDisjoint);
}

TEST(mul_refuses_shapes_that_do_not_fit) {
  OpCase<Mul> c = s8_case();
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

TEST(mul_refuses_types_that_have_no_kernel) {
  OpCase<Mul> c = s8_case();
  c.in[1].type = DType::kS16;
  EXPECT(c.no_form());
  c = f32_case(), c.out.type = DType::kS32;
  EXPECT(c.no_form());
}

TEST(mul_refuses_quantization_that_is_not_one_scale_and_an_int8_zero_point) {
  const float infinite = 1.0f / 0.0f, negative = -1.0f;
  const float two[] = {1.0f, 1.0f};
  for (int i = 0; i < 3; ++i) {
    const int operand = i < 2 ? i : kFirstOutput;
    OpCase<Mul> c = s8_case();
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

TEST(mul_refuses_scales_whose_product_would_overflow) {
  static const float large = 32768.0f, one = 1.0f;
  OpCase<Mul> c = s8_case();
  c.in[0].scales = {&large, 1}, c.in[1].scales = c.out.scales = {&one, 1};  // 2^15 needs a shift of 16
  EXPECT(c.refused(Reason::kScaleValue, kFirstOutput));
}

TEST(mul_s8_saturates_at_the_largest_scale_it_accepts) {
  static const float large = 32767.0f, one = 1.0f;
  OpCase<Mul> c;
  c.in[0] = quantized(shape(3), large, -128), c.in[1] = quantized(shape(3), one, -128);
  c.out = quantized(shape(3), one, -128);
  const int8_t a[] = {127, -128, -127}, b[] = {127, 127, -127}, y[] = {127, -128, 127};
  const test::Operand in[] = {{a, 3}, {b, 3}};
  const auto* p = c.params<MulS8>();
  if (p) test::expect_rows<MulS8>(*p, in, 2, y, 3, 1);
}

TEST(mul_refuses_activations_that_are_not_clamps) {
  OpCase<Mul> c = s8_case();
  c.attrs.activation = Activation::kTanh;
  EXPECT(c.refused(Reason::kActivation, 0));
  c = f32_case(), c.attrs.activation = static_cast<Activation>(200);
  EXPECT(c.refused(Reason::kActivation, 0));
}

TEST(mul_refuses_every_size_of_persistent_memory_that_is_too_small) {
  OpCase<Mul> c = s8_case();
  c.in[0].shape = c.out.shape = shape(2, 3, 2, 3, 2, 3), c.in[1].shape = shape(1, 3, 1, 3, 1, 3);
  EXPECT(c.prepare());
  const size_t needed = c.arena.used();
  for (c.memory_bytes = 0; c.memory_bytes < needed; ++c.memory_bytes)
    EXPECT(c.refused(Reason::kPersistent, 0));
}

}  // namespace
