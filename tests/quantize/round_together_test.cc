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

// Vectors whose elements are mixtures of fewer numbers, as hidden states are; the last one is 1, for a bias.
std::vector<std::vector<double>> drawn_vectors(test::Rng& rng, size_t size, size_t sources, bool has_bias) {
  std::vector<float> mix(size * sources);
  for (float& m : mix) m = rng.real(-1, 1);
  std::vector<std::vector<double>> all;
  for (int sample = 0; sample < 200; ++sample) {
    std::vector<double> source(sources), v(size, 0.5);
    for (double& s : source) s = static_cast<double>(rng.real(-1, 1));
    for (size_t i = 0; i < size; ++i)
      for (size_t k = 0; k < sources; ++k) v[i] += static_cast<double>(mix[i * sources + k]) * source[k];
    if (has_bias) v.push_back(1);
    all.push_back(v);
  }
  return all;
}

// The average square of the errors that rounded weights add to the sums, with a bias that loses `errors`, or
// the average error if there are none.
double square_error(const std::vector<float>& w, const std::vector<float>& q,
                    const std::vector<std::vector<double>>& vectors, size_t n, bool has_bias,
                    std::vector<double> errors) {
  const size_t rows = w.size() / n;
  const auto added = [&](size_t r, const std::vector<double>& v) {
    double sum = 0;
    for (size_t i = 0; i < n; ++i) sum += static_cast<double>(q[r * n + i] - w[r * n + i]) * v[i];
    return sum;
  };
  double sum = 0;
  for (size_t r = 0; r < rows; ++r) {
    if (has_bias && errors.size() < rows) {
      errors.push_back(0);
      for (const auto& v : vectors) errors[r] += added(r, v) / static_cast<double>(vectors.size());
    }
    for (const auto& v : vectors) sum += std::pow(added(r, v) - (has_bias ? errors[r] : 0), 2);
  }
  return sum / static_cast<double>(vectors.size());
}

}  // namespace

TEST(weights_that_are_rounded_together_keep_their_scale_and_lose_less) {
  test::Rng rng(41);
  double together = 0, apart = 0;
  for (int trial = 0; trial < 120; ++trial) {
    const auto rows = static_cast<size_t>(rng.in(1, 6)), n = static_cast<size_t>(rng.in(1, 24));
    const bool has_bias = rng.in(0, 1) == 1;
    const int axis = rng.in(-1, 0), bits = rng.in(0, 1) ? 8 : 4;
    test::Floats graph;
    std::vector<float> w(rows * n);
    for (float& v : w) v = rng.real(-1, 1);
    const std::vector<int32_t> shape = {static_cast<int32_t>(rows), static_cast<int32_t>(n)};
    const std::vector<float> scales = weight_scales(graph.graph[graph.constant("w", shape, w)], axis, bits);
    std::vector<float> each(rows * n);
    for (size_t i = 0; i < each.size(); ++i) each[i] = scales[axis < 0 ? 0 : i / n];
    const auto vectors = drawn_vectors(rng, n, n / 3 + 1, has_bias);
    Moments moments;
    for (const auto& v : vectors) moments.add(std::span<const double>(v));
    const RoundedRows rounded = round_together({w, each, rows, bits, size_t{has_bias}}, moments);
    const std::vector<float>& q = rounded.weights;
    // Conversion finds the same scales, and rounds nothing any more.
    EXPECT(weight_scales(graph.graph[graph.constant("q", shape, q)], axis, bits) == scales);
    for (size_t i = 0; i < q.size(); ++i) {
      const float level = q[i] / each[i];
      EXPECT(std::abs(level - std::round(level)) < 1e-3f && std::abs(level) < (bits == 8 ? 127.1f : 7.1f));
    }
    EXPECT(rounded.errors.size() == (has_bias ? rows : 0));
    std::vector<float> nearest(w.size());
    for (size_t i = 0; i < w.size(); ++i) nearest[i] = std::round(w[i] / each[i]) * each[i];
    const double unit = bits == 8 ? 1 : 1.0 / 256;  // so that few bits do not outweigh the others
    together += unit * square_error(w, q, vectors, n, has_bias, rounded.errors);
    apart += unit * square_error(w, nearest, vectors, n, has_bias, {});
  }
  EXPECT(together < 0.25 * apart);
}

TEST(rounding_together_leaves_a_matrix_without_moments_as_it_is) {
  const UnroundedRows matrix{{0.3f, -1}, {1 / 127.0f, 1 / 127.0f}, 1, 8, 0};
  EXPECT(round_together(matrix, Moments()).weights == matrix.weights);
  Moments zeros;  // inputs that are always 0
  zeros.add(std::span<const double>(std::vector<double>{0, 0}));
  const std::vector<float> q = round_together(matrix, zeros).weights;
  EXPECT(q[1] == -1 && std::abs(q[0] - 0.3f) < 0.005f);
}
