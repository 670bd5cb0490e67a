// Shared tests of the Fourier transform of real signals and its inverse: everything except the definition.
#pragma once
#include <math.h>

#include "nook/ops/families/fft_op.h"
#include "tests/signal_case.h"

namespace test {

// Values of a signal or of a spectrum.
constexpr int32_t kMostOfTransform = 256 + 2;

template <class Op>
struct Transform {
  // Number of elements of x and y: a spectrum has one pair more than half of its signal's samples.
  static constexpr int32_t x_size(int32_t length) { return Op::kInverse ? length + 2 : length; }
  static constexpr int32_t y_size(int32_t length) { return Op::kInverse ? length : length + 2; }

  static SignalCase<Op> of_length(nook::DType type, int32_t length, int32_t given) {
    return signal_case<Op>({static_cast<int32_t>(type) - 1, length}, {tensor(type, shape(given))},
                           {tensor(type, shape(y_size(length)))});
  }
  static SignalCase<Op> of_length(nook::DType type, int32_t length) {
    return of_length(type, length, x_size(length));
  }

  // Calls check(length, x, y) for each length with the result for numbers up to `largest`; draw(rng, length,
  // x) may change some of them and returns the number of elements.
  template <class Element, class Draw, class Check>
  static void of_each_length(nook::DType type, int32_t largest, Draw draw, Check check) {
    constexpr int32_t kLengths[] = {4,  6,  8,  10, 12, 16,  18,  20,  24,  30, 32,
                                    36, 48, 50, 64, 90, 120, 128, 150, 240, 256};
    static Element x[kMostOfTransform], y[kMostOfTransform];
    static double exact[kMostOfTransform];
    for (const int32_t length : kLengths) {
      Rng rng(static_cast<uint32_t>(length));
      for (Element& v : x) v = static_cast<Element>(rng.in(-largest, largest));
      const int32_t given = draw(rng, length, x);
      for (int32_t i = 0; i < kMostOfTransform; ++i) exact[i] = i < given ? static_cast<double>(x[i]) : 0;
      of_length(type, length, given).run({x}, {y});
      check(length, exact, y);
    }
  }

  static void transforms_rows_one_by_one() {
    Rng rng(1);
    constexpr int32_t kLength = 12, kOfX = x_size(kLength), kOfY = y_size(kLength);
    auto c = of_length(nook::DType::kS16, kLength), rows = c;
    rows.in[0].shape = shape(2, kOfX), rows.out[0].shape = shape(2, kOfY);
    int16_t x[2 * kOfX], y[2 * kOfY], both[2 * kOfY];
    for (int16_t& v : x) v = static_cast<int16_t>(rng.in(-20000, 20000));
    rows.run({x}, {both});
    for (int32_t r = 0; r < 2; ++r) c.run({x + r * kOfX}, {y + r * kOfY});
    EXPECT(memcmp(y, both, sizeof y) == 0);
  }

  static void refuses_operands_that_do_not_fit() {
    const auto fine = [] { return of_length(nook::DType::kS16, 12); };
    auto c = fine();
    EXPECT(c.prepare());
    const int32_t lengths[] = {-4, 0, 2, 11, 14, 22, 65536, INT32_MIN, INT32_MAX};
    for (const int32_t length : lengths) {
      c.attrs.fft_length = length;
      EXPECT(c.refused(nook::Reason::kAttribute, 0));
    }
    c = fine(), c.attrs.T = 2;
    EXPECT(c.refused(nook::Reason::kType, 0));
    c = fine(), c.in[0].shape = shape(Op::kInverse ? 12 : 13);
    EXPECT(c.refused(nook::Reason::kElements, 0));
    c = fine(), c.out[0].shape = c.in[0].shape;
    EXPECT(c.refused(nook::Reason::kOutputShape, nook::kFirstOutput));
    c = fine(), c.in[0].shape = c.out[0].shape = shape();
    EXPECT(c.refused(nook::Reason::kRank, 0));
    c = fine(), c.out[0].type = nook::DType::kS32;
    EXPECT(c.no_form());
  }
};

}  // namespace test
