// Weights with a zero point other than 0.
#pragma once
#include "tests/weighted_case.h"

namespace test {

// An int8 layer with random constants, whose weights are small with the zero point 0: after a zero point is
// added to all of them, each row of form Shifted gives the same result as the reference of form S8.
template <class S8, class Shifted, class Op>
void expect_shifted_like_plain(Rng& rng, OpCase<Op>& c) {
  static int8_t x[kMostBytes], w[kMostBytes], y[kMostBytes];
  static int32_t bias[RandomQuantization::kMostChannels];
  const int32_t size = c.in[1].shape.elements(), channels = c.out.shape.back(0);
  [[maybe_unused]] const RandomQuantization quantization(rng, c, channels);
  c.in[1].scales = {c.in[1].scales.data(), 1};
  fill_inputs(rng, x, c.in[0].shape.elements()), fill_biases(rng, bias, channels);
  for (int32_t i = 0; i < size; ++i) w[i] = static_cast<int8_t>(rng.in(-60, 60));
  const bool biased = rng.in(0, 3) > 0;
  c.inputs = biased ? 3 : 2;
  const Operand biases = {biased ? bias : nullptr, channels * 4};
  const auto* plain = c.template params<S8>();
  if (!plain) return;
  run_weighted_reference<S8>(*plain, x, w, biases.data, y);
  c.in[1].zero_point = rng.in(0, 1) ? rng.in(1, 67) : rng.in(-68, -1);
  for (int32_t i = 0; i < size; ++i) w[i] = static_cast<int8_t>(w[i] + c.in[1].zero_point);
  const Operand operands[] = {{x, c.in[0].bytes()}, {w, size}, biases};
  const auto* shifted = c.template params<Shifted>();
  if (shifted) expect_rows<Shifted>(*shifted, operands, 3, y, c.out.bytes(), 4);
}

}  // namespace test
