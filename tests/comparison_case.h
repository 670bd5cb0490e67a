// Shared tests of operators that compare (nook/ops/families/comparison.h).
#pragma once
#include <math.h>

#include "nook/ops/families/comparison_op.h"
#include "tests/binary_case.h"

namespace test {

template <class Op, class F>
void compares_real_numbers(F f) {
  static float scales[2];
  equals_the_definition<Op, nook::ComparisonS8<Op>, int8_t, uint8_t>(
      nook::DType::kS8, nook::DType::kBool,
      [f](const OpCase<Op>& c, int32_t a, int32_t b) {
        const auto real = [&c](int32_t q, int i) {
          return naive_rescale(int64_t{q - c.in[i].zero_point} * 256, double{scales[i]});
        };
        return static_cast<uint8_t>(f(real(a, 0), real(b, 1)));
      },
      [](OpCase<Op>& c, Rng& rng) {
        for (int i = 0; i < 2; ++i) {
          scales[i] = i == 1 && rng.in(0, 1) ? scales[0] : rng.real(0.01f, 0.999f);
          c.in[i] = quantized(c.in[i].shape, scales[i], rng.in(-4, 4));
        }
      });
}

// f compares the C++ types; comparisons with a NaN follow IEEE 754.
template <class Op, class F>
void compares(F f) {
  using nook::DType;
  compares_real_numbers<Op>(f);
  const auto same = [f](const OpCase<Op>&, auto a, auto b) { return static_cast<uint8_t>(f(a, b)); };
  const auto plain = [](OpCase<Op>&, Rng&) {};
  equals_the_definition<Op, nook::Comparison<Op, DType::kF32>, float, uint8_t>(DType::kF32, DType::kBool,
                                                                               same, plain);
  equals_the_definition<Op, nook::Comparison<Op, DType::kS32>, int32_t, uint8_t>(DType::kS32, DType::kBool,
                                                                                 same, plain);
  equals_the_definition<Op, nook::Comparison<Op, DType::kS64>, int64_t, uint8_t>(DType::kS64, DType::kBool,
                                                                                 same, plain);
  const float a[] = {NAN, 1, NAN, 0.0f}, b[] = {1, NAN, NAN, -0.0f};
  uint8_t y[4];
  for (int i = 0; i < 4; ++i) y[i] = f(a[i], b[i]);
  OpCase<Op> c;
  c.in[0] = c.in[1] = tensor(DType::kF32, shape(4)), c.out = tensor(DType::kBool, shape(4));
  const Operand in[] = {{a, sizeof a}, {b, sizeof b}};
  const auto* p = c.template params<nook::Comparison<Op, DType::kF32>>();
  if (p) expect_rows<nook::Comparison<Op, DType::kF32>>(*p, in, 2, y, sizeof y, 4);
}

template <class Op>
void is_of_truth_values(bool (*f)(bool, bool)) {
  const uint8_t a[] = {0, 0, 1, 255, 2, 0}, b[] = {0, 3, 0, 1, 128, 1};
  uint8_t y[6];
  for (int i = 0; i < 6; ++i) y[i] = f(a[i] != 0, b[i] != 0);
  OpCase<Op> c;
  c.in[0] = c.in[1] = c.out = tensor(nook::DType::kBool, shape(6));
  const Operand in[] = {{a, sizeof a}, {b, sizeof b}};
  const auto* p = c.template params<nook::Truth<Op>>();
  if (p) expect_rows<nook::Truth<Op>>(*p, in, 2, y, sizeof y, 1);
  equals_the_definition<Op, nook::Truth<Op>, uint8_t, uint8_t>(
      nook::DType::kBool, nook::DType::kBool,
      [f](const OpCase<Op>&, uint8_t l, uint8_t r) { return static_cast<uint8_t>(f(l != 0, r != 0)); },
      [](OpCase<Op>&, Rng&) {});
}

template <class Op>
void refuses_what_is_not_compared() {
  refuses_shapes_and_types<Op>(nook::DType::kF32, nook::DType::kBool, nook::DType::kS16);
  static const float fine = 0.5f, large = 1;
  OpCase<Op> c;
  c.in[0] = c.in[1] = quantized(shape(3), fine, 0), c.out = tensor(nook::DType::kBool, shape(3));
  EXPECT(c.prepare());
  constexpr nook::DType kOthers[] = {nook::DType::kF32, nook::DType::kS16, nook::DType::kS32,
                                     nook::DType::kBool};
  for (const nook::DType other : kOthers) {
    OpCase<Op> mixed = c;
    mixed.in[1].type = other;  // with a scale, as if it were quantized
    EXPECT(mixed.no_form());
    mixed = c, mixed.in[0].type = other;
    EXPECT(mixed.no_form());
    mixed = c, mixed.out.type = nook::DType::kS8;
    EXPECT(mixed.no_form());
  }
  c.in[1] = quantized(shape(3), large, 0);
  EXPECT(c.refused(nook::Reason::kScaleValue, 1));
  c.in[1] = quantized(shape(3), fine, 0), c.in[0].scales = {};
  EXPECT(c.refused(nook::Reason::kScaleCount, 0));
}

}  // namespace test
