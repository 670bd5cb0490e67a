// Properties of rounding the weights of a matrix together, for any matrix and any moments.
#include "nookc/study/quantize/round_together.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "nookc/study/quantize/constants.h"
#include "tests/quantize/floats.h"
#include "tests/test.h"

using namespace nookc;

namespace {

// Vectors whose elements are mixtures of fewer numbers, as hidden states are.
Moments drawn_moments(test::Rng& rng, size_t size, size_t sources, float mean) {
  std::vector<float> mix(size * sources);
  for (float& m : mix) m = rng.real(-1, 1);
  Moments moments;
  for (int sample = 0; sample < 200; ++sample) {
    std::vector<double> source(sources), v(size, static_cast<double>(mean));
    for (double& s : source) s = static_cast<double>(rng.real(-1, 1));
    for (size_t i = 0; i < size; ++i)
      for (size_t k = 0; k < sources; ++k) v[i] += static_cast<double>(mix[i * sources + k]) * source[k];
    moments.add(std::span<const double>(v));
  }
  return moments;
}

// The average square of what rounded weights add to a row's sum, without its average if a bias takes it back.
double square_error(const std::vector<float>& w, const std::vector<float>& q, size_t rows,
                    const Moments& moments, bool has_bias) {
  const size_t n = moments.size();
  double sum = 0;
  for (size_t r = 0; r < rows; ++r)
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j < n; ++j)
        sum += static_cast<double>(q[r * n + i] - w[r * n + i]) *
               static_cast<double>(q[r * n + j] - w[r * n + j]) *
               (has_bias ? moments.covariance(i, j) : moments.product(i, j));
  return sum;
}

}  // namespace

TEST(weights_that_are_rounded_together_keep_their_scale_and_lose_less) {
  test::Rng rng(41);
  double together = 0, apart = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto rows = static_cast<size_t>(rng.in(1, 6)), n = static_cast<size_t>(rng.in(1, 24));
    const bool has_bias = rng.in(0, 1) == 1;
    test::Floats graph;
    std::vector<float> w(rows * n);
    for (float& v : w) v = rng.real(-1, 1);
    const Tensor matrix =
        graph.graph[graph.constant("w", {static_cast<int32_t>(rows), static_cast<int32_t>(n)}, w)];
    const Moments moments = drawn_moments(rng, n, n / 3 + 1, 0.5f);
    const RoundedMatrix rounded = round_together(matrix, moments, has_bias);
    const std::vector<float> q = floats(rounded.weights);
    // Conversion finds the same scale, and rounds nothing any more.
    const std::vector<float> scales = weight_scales(matrix, -1, 8);
    EXPECT(weight_scales(rounded.weights, -1, 8) == scales);
    const Tensor bytes = quantized_weights(rounded.weights, scales, -1, 8);
    for (size_t i = 0; i < q.size(); ++i) {
      const auto level = static_cast<int8_t>((*bytes.data)[i]);
      EXPECT(std::abs(q[i] - scales[0] * static_cast<float>(level)) < scales[0] * 1e-3f);
    }
    // The errors that it returns are the averages of the sums.
    for (size_t r = 0; r < rows; ++r) {
      double mean = 0;
      for (size_t i = 0; i < n; ++i)
        mean += static_cast<double>(q[r * n + i] - w[r * n + i]) * moments.mean(i);
      EXPECT(std::abs(rounded.errors[r] - (has_bias ? mean : 0)) < 1e-6);
    }
    std::vector<float> nearest(w.size());
    for (size_t i = 0; i < w.size(); ++i) nearest[i] = std::round(w[i] / scales[0]) * scales[0];
    together += square_error(w, q, rows, moments, has_bias);
    apart += square_error(w, nearest, rows, moments, has_bias);
  }
  EXPECT(together < 0.25 * apart);
}

TEST(rounding_together_leaves_a_matrix_without_moments_as_it_is) {
  test::Floats graph;
  const Tensor matrix = graph.graph[graph.constant("w", {1, 2}, {0.3f, -1})];
  EXPECT(floats(round_together(matrix, Moments(), true).weights) == floats(matrix));
  Moments zeros;  // inputs that are always 0
  zeros.add(std::span<const double>(std::vector<double>{0, 0}));
  const std::vector<float> q = floats(round_together(matrix, zeros, true).weights);
  EXPECT(q[1] == -1 && std::abs(q[0] - 0.3f) < 0.005f);
}
