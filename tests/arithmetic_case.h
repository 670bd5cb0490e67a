// Shared tests of ADD, SUB and MUL: two operands that are broadcast, and a fused activation.
#pragma once
#include "nook/ops/families/binary_op.h"
#include "tests/binary_case.h"
#include "tests/broadcast_case.h"
#include "tests/clamped.h"

namespace test {

template <class Op, class S8, class F32>
struct Arithmetic {
  using Case = OpCase<Op>;

  static Case s8_case() {
    Case c;
    c.in[0] = c.in[1] = c.out = quantized(shape(1, 4), kHalf, 0);
    return c;
  }

  static Case f32_case() {
    Case c;
    c.in[0] = c.in[1] = c.out = tensor(nook::DType::kF32, shape(1, 4));
    return c;
  }

  // Checks results computed by hand, without an activation and with RELU6: scales of 0.5, 0.25 and 0.5, zero
  // points of 1, -2 and -3.
  static void makes_s8(const int8_t (&a)[4], const int8_t (&b)[4], const int8_t (&y)[4],
                       const int8_t (&clamped)[4]) {
    Case c;
    c.in[0] = quantized(shape(4), kHalf, 1), c.in[1] = quantized(shape(4), kQuarter, -2);
    c.out = quantized(shape(4), kHalf, -3);
    expect_makes<S8>(c, y, a, b);
    c.attrs.activation = nook::Activation::kRelu6;
    expect_makes<S8>(c, clamped, a, b);
  }

  // Without an activation and with RELU.
  static void makes_f32(const float (&a)[4], const float (&b)[4], const float (&y)[4],
                        const float (&clamped)[4]) {
    Case c = f32_case();
    expect_makes<F32>(c, y, a, b);
    c.attrs.activation = nook::Activation::kRelu;
    expect_makes<F32>(c, clamped, a, b);
  }

  // make(rng, s, scale): a node of these shapes and scales, which are multiples of `unit`; expected(case, a,
  // b): the output before clamping.
  template <class Form, class Element, class Make, class Expected>
  static void equals_the_definition(float unit, Make make, Expected expected) {
    static Element a[300], b[300], y[300];
    for (uint32_t seed = 0; seed < 300; ++seed) {
      Rng rng(seed);
      const Broadcast s = random_broadcast(rng);
      const float scale[] = {unit * rng.real(0.001f, 0.2f), unit * rng.real(0.001f, 0.2f),
                             unit * rng.real(0.01f, 0.3f)};
      Case c = make(rng, s, scale);
      c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
      fill(rng, a, s.a.elements()), fill(rng, b, s.b.elements());
      for (int32_t i = 0; i < s.y.elements(); ++i)
        y[i] =
            clamped<Element>(c.attrs.activation, c.out,
                             expected(c, a[broadcast_index(s.y, s.a, i)], b[broadcast_index(s.y, s.b, i)]));
      const auto* p = c.template params<Form>();
      if (!p) continue;
      const Operand in[] = {{a, c.in[0].bytes()}, {b, c.in[1].bytes()}};
      expect_rows<Form>(*p, in, 2, y, c.out.bytes(), sizeof(Element));
    }
  }
  static Case random_s8(Rng& rng, const Broadcast& s, const float (&scale)[3]) {
    Case c;
    c.in[0] = quantized(s.a, scale[0], rng.in(-128, 127));
    c.in[1] = quantized(s.b, scale[1], rng.in(-128, 127));
    c.out = quantized(s.y, scale[2], rng.in(-128, 127));
    return c;
  }
  template <class Expected>
  static void equals_the_definition_s8(Expected expected) {
    equals_the_definition<S8, int8_t>(1, random_s8, expected);
  }
  // Zero points are at most `most_zero`.
  template <class S16, class Expected>
  static void equals_the_definition_s16(Expected expected, int32_t most_zero) {
    const auto make = [most_zero](Rng& rng, const Broadcast& s, const float(&scale)[3]) {
      const auto zero = [&] { return rng.in(-most_zero, most_zero); };
      Case c;
      c.in[0] = quantized_s16(s.a, scale[0], zero()), c.in[1] = quantized_s16(s.b, scale[1], zero());
      c.out = quantized_s16(s.y, scale[2], zero());
      return c;
    };
    equals_the_definition<S16, int16_t>(0.05f, make, expected);
  }
  // expected(a, b) does not depend on the case.
  template <class Expected>
  static void equals_the_definition_f32(Expected expected) {
    const auto make = [](Rng&, const Broadcast& s, const float(&)[3]) {
      Case c;
      c.in[0] = tensor(nook::DType::kF32, s.a), c.in[1] = tensor(nook::DType::kF32, s.b);
      c.out = tensor(nook::DType::kF32, s.y);
      return c;
    };
    equals_the_definition<F32, float>(1, make, [&](const Case&, float a, float b) { return expected(a, b); });
  }

  // Runs every kernel, on equal shapes and on others.
  static void kernels_equal_the_reference_s8() {
    static int8_t a[kMostRepeats], b[kMostRepeats];
    const int before = failures, runs_before = fast_runs;
    int repeats = 0, ran = 0;
    for (uint32_t seed = 0; seed < fast_cases() && failures == before; ++seed) {
      Rng rng(seed);
      Broadcast s = random_broadcast(rng);
      if (rng.in(0, 1)) s.a = s.b = s.y;
      if (rng.in(0, 2) == 0) s = random_repeats(rng);
      float scale[] = {rng.real(0.001f, 0.2f), rng.real(0.001f, 0.2f), rng.real(0.01f, 0.3f)};
      if (rng.in(0, 3) == 0)  // many ties
        for (float& power_of_two : scale) power_of_two = 1.0f / static_cast<float>(1 << rng.in(2, 6));
      Case c = random_s8(rng, s, scale);
      c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
      fill(rng, a, s.a.elements()), fill(rng, b, s.b.elements());
      const Operand in[] = {{a, s.a.elements()}, {b, s.b.elements()}};
      const auto* p = c.template params<S8>();
      const int runs = fast_runs;
      if (p) expect_rows_like_reference<S8>(*p, in, 2, s.y.elements(), 1);
      if (p && nook::has_repeats(*p)) ++repeats, ran += fast_runs > runs;
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
    EXPECT(!has_fast_rows<S8>() || fast_runs - runs_before > static_cast<int>(2 * fast_cases()));
    EXPECT(!has_fast_rows<S8>() || ran > repeats / 4);
    EXPECT(repeats > static_cast<int>(fast_cases() / 10));
  }

  // Runs every kernel of int16 without zero points, on random elements and on the least and the largest.
  template <class S16>
  static void kernels_equal_the_reference_s16() {
    static int16_t a[kMostRepeats], b[kMostRepeats];
    const int before = failures, runs_before = fast_runs;
    int repeats = 0, ran = 0;
    for (uint32_t seed = 0; seed < fast_cases() && failures == before; ++seed) {
      Rng rng(seed);
      Broadcast s = random_broadcast(rng);
      if (rng.in(0, 3)) s.a = s.b = s.y;
      if (rng.in(0, 2) == 0) s = random_repeats(rng);
      const float unit = 1 / static_cast<float>(1 << rng.in(4, 14));
      float scale[] = {unit * rng.real(0.1f, 2), unit * rng.real(0.1f, 2), unit * rng.real(0.05f, 3)};
      if (rng.in(0, 3) == 0)  // many ties
        for (float& power_of_two : scale) power_of_two = unit / static_cast<float>(1 << rng.in(0, 4));
      if (rng.in(0, 3) == 0) scale[1] = scale[0];
      // Small numbers and a result in small steps: the last bit of a product that is rounded twice shows.
      const bool is_small = seed % 3 == 1;
      if (is_small)
        scale[2] = scale[0] * (Op::kCode == nook::OpCode::kMul ? scale[1] : 1) * rng.real(2.1f, 20);
      Case c;
      c.in[0] = quantized_s16(s.a, scale[0]), c.in[1] = quantized_s16(s.b, scale[1]);
      c.out = quantized_s16(s.y, scale[2]);
      c.attrs.activation = static_cast<nook::Activation>(rng.in(0, 3));
      fill(rng, a, s.a.elements()), fill(rng, b, s.b.elements());
      if (is_small)
        for (int i = 0; i < kMostRepeats; ++i)
          a[i] = static_cast<int16_t>(rng.in(-150, 150)), b[i] = static_cast<int16_t>(rng.in(-150, 150));
      if (seed % 3 == 0)
        for (int i = 0; i < kMostRepeats; ++i)
          a[i] = rng.in(0, 1) ? INT16_MIN : INT16_MAX, b[i] = rng.in(0, 1) ? INT16_MIN : INT16_MAX;
      const Operand in[] = {{a, c.in[0].bytes()}, {b, c.in[1].bytes()}};
      const auto* p = c.template params<S16>();
      const int runs = fast_runs;
      if (p) expect_rows_like_reference<S16>(*p, in, 2, c.out.bytes(), sizeof *a);
      if (p && nook::has_repeats(*p)) ++repeats, ran += fast_runs > runs;
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
    EXPECT(!has_fast_rows<S16>() || fast_runs - runs_before > static_cast<int>(fast_cases()));
    EXPECT(!has_fast_rows<S16>() || ran > repeats / 4);
    EXPECT(repeats > static_cast<int>(fast_cases() / 10));
  }

  // For ADD and SUB (sign -1): operands that nearly cancel, and outputs as small as one rounding step, so
  // that every rounding is visible.
  static void kernels_equal_the_reference_where_operands_cancel(int32_t sign) {
    static int8_t a[64], b[64];
    const int before = failures;
    for (uint32_t seed = 0; seed < 3000 && failures == before; ++seed) {
      Rng rng(seed);
      const int32_t twice = rng.in(0, 1), zero_a = rng.in(-20, 20), zero_b = rng.in(-20, 20);
      const float unit = rng.real(0.25f, 1);
      const float little = 1.0f + static_cast<float>(rng.in(-200, 200)) * 0x1p-22f;
      float scale[] = {unit, (twice ? 0.5f : 1.0f) * unit * little, unit * rng.real(0x1.2p-18f, 0x1p-16f)};
      for (int32_t i = 0; i < 64; ++i) {
        const int32_t x = rng.in(-50, 50);
        a[i] = static_cast<int8_t>(zero_a - sign * x),
        b[i] = static_cast<int8_t>(zero_b + (twice ? 2 * x : x));
      }
      const bool turned = rng.in(0, 1) != 0;
      Case c;
      c.in[turned ? 1 : 0] = quantized(shape(64), scale[0], zero_a);
      c.in[turned ? 0 : 1] = quantized(shape(64), scale[1], zero_b);
      c.out = quantized(shape(64), scale[2], rng.in(-128, 127));
      const Operand in[] = {{turned ? b : a, 64}, {turned ? a : b, 64}};
      const auto* p = c.template params<S8>();
      if (p) expect_rows_like_reference<S8>(*p, in, 2, 64, 1);
      if (failures != before) printf("seed %u\n", static_cast<unsigned>(seed));
    }
  }

  // int16 with the scales 0.5, 0.25 and 0.5; zero points are within int16.
  template <class S16>
  static void makes_s16(const int16_t (&a)[3], const int16_t (&b)[3], const int16_t (&y)[3]) {
    Case c;
    c.in[0] = quantized_s16(shape(3), kHalf), c.in[1] = quantized_s16(shape(3), kQuarter);
    c.out = quantized_s16(shape(3), kHalf);
    expect_makes<S16>(c, y, a, b);
    c.out.zero_point = 32768;
    EXPECT(c.refused(nook::Reason::kZeroPoint, nook::kFirstOutput));
  }

  // int32 of any size. The activation clamps, or is `ignored`.
  template <class S32>
  static void wraps_around_s32(int32_t (*function)(int32_t, int32_t), bool ignored) {
    test::equals_the_definition<Op, S32, int32_t, int32_t>(nook::DType::kS32, nook::DType::kS32, function);
    const int32_t a[] = {INT32_MAX, INT32_MIN, 65536}, b[] = {2, 2, 65537};
    int32_t y[3];
    for (int i = 0; i < 3; ++i) y[i] = function(a[i], b[i]);
    Case c;
    c.in[0] = c.in[1] = c.out = tensor(nook::DType::kS32, shape(3));
    expect_makes<S32>(c, y, a, b);
    c.attrs.activation = nook::Activation::kRelu6;
    for (int32_t& each : y)
      if (!ignored) each = naive_clamp(each, 0, 6);
    expect_makes<S32>(c, y, a, b);
  }

  // Checks the properties of every operator of this family.
  static void is_of_its_family() {
    walks_equal_shapes_in_one_run();
    may_not_write_over_a_repeated_operand();
    refuses_shapes();
    refuses_types();
    refuses_quantization();
    refuses_activations();
    refuses_too_little_memory();
  }

  static void walks_equal_shapes_in_one_run() {
    Case c = s8_case();
    c.in[0].shape = c.in[1].shape = c.out.shape = shape(2, 3, 4, 5);
    const auto* p = c.template params<S8>();
    EXPECT(p && p->walk.rank == 0 && p->walk.run == 120);
    EXPECT(p && nook::binary_in_place(*p, 0) == 0 && nook::binary_in_place(*p, 1) == 0);
  }

  static void may_not_write_over_a_repeated_operand() {
    Case c = s8_case();
    c.in[0].shape = c.out.shape = shape(2, 3, 4, 5), c.in[1].shape = shape(3, 1, 5);
    const auto* p = c.template params<S8>();
    EXPECT(p && nook::binary_in_place(*p, 0) == 0 && nook::binary_in_place(*p, 1) == nook::kDisjoint);
    c.in[1].shape = shape();
    p = c.template params<S8>();
    EXPECT(p && p->walk.b_step == 0 && p->walk.run == 120 && nook::binary_in_place(*p, 1) == nook::kDisjoint);
  }

  static void refuses_shapes() {
    Case c = s8_case();
    c.in[1].shape = shape(1, 3);
    EXPECT(c.refused(nook::Reason::kBroadcast, 1));
    c = s8_case(), c.out.shape = shape(1, 1, 4);
    EXPECT(c.refused(nook::Reason::kRank, nook::kFirstOutput));
    c = s8_case(), c.out.shape = shape(2, 4);
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c = s8_case(), c.in[0].shape = shape(1, 0);
    EXPECT(c.refused(nook::Reason::kElements, 0));
    c = f32_case(), c.in[1].shape = shape(0, 4);
    EXPECT(c.refused(nook::Reason::kElements, 1));
  }

  static void refuses_types() {
    Case c = s8_case();
    c.in[1].type = nook::DType::kS16;
    EXPECT(c.no_form());
    c = f32_case(), c.out.type = nook::DType::kS32;
    EXPECT(c.no_form());
  }

  static void refuses_quantization() {
    const float infinite = 1.0f / 0.0f, negative = -1.0f;
    const float two[] = {1.0f, 2.0f};
    for (int i = 0; i < 3; ++i) {
      const int operand = i < 2 ? i : nook::kFirstOutput;
      Case c = s8_case();
      nook::TensorInfo& t = i < 2 ? c.in[i] : c.out;
      t.zero_point = 128;
      EXPECT(c.refused(nook::Reason::kZeroPoint, operand));
      t.zero_point = -129;
      EXPECT(c.refused(nook::Reason::kZeroPoint, operand));
      t.zero_point = 0, t.scales = {two, 2};
      EXPECT(c.refused(nook::Reason::kScaleCount, operand));
      t.scales = {};
      EXPECT(c.refused(nook::Reason::kScaleCount, operand));
      t.scales = {&infinite, 1};
      EXPECT(c.refused(nook::Reason::kScaleValue, operand));
      t.scales = {&negative, 1};
      EXPECT(c.refused(nook::Reason::kScaleValue, operand));
    }
  }

  static void refuses_activations() {
    Case c = s8_case();
    c.attrs.activation = nook::Activation::kTanh;
    EXPECT(c.refused(nook::Reason::kActivation, 0));
    c = f32_case(), c.attrs.activation = static_cast<nook::Activation>(200);
    EXPECT(c.refused(nook::Reason::kActivation, 0));
  }

  static void refuses_too_little_memory() {
    Case c = s8_case();
    c.in[0].shape = c.out.shape = shape(2, 3, 2, 3, 2, 3), c.in[1].shape = shape(1, 3, 1, 3, 1, 3);
    test::refuses_too_little_memory(c);
  }
};

}  // namespace test
