#include "nookc/study/quantize/round_together.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "nookc/study/quantize/constants.h"

namespace nookc {
namespace {

// A square matrix in row-major order.
struct Square {
  size_t size;
  std::vector<double> at;
  double& operator()(size_t i, size_t j) { return at[i * size + j]; }
  double operator()(size_t i, size_t j) const { return at[i * size + j]; }
};

// A share of the average diagonal is added to the diagonal: samples are few, and directions that they do not
// have are not free.
constexpr double kDamping = 0.003;

// The products in this order of elements.
Square ordered_products(const Moments& moments, bool deviations, const std::vector<size_t>& order) {
  const size_t n = order.size();
  Square h{n, std::vector<double>(n * n)};
  double trace = 0;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j)
      h(i, j) = deviations ? moments.covariance(order[i], order[j]) : moments.product(order[i], order[j]);
    trace += h(i, i);
  }
  for (size_t i = 0; i < n; ++i) h(i, i) += kDamping * trace / static_cast<double>(n) + 1e-12;
  return h;
}

// Factors a matrix h = u * d * transposed(u), with u unit upper triangular and d diagonal; leaves u above the
// diagonal.
void factor(Square& h) {
  const size_t n = h.size;
  for (size_t j = n; j-- > 0;) {
    const double pivot = h(j, j);
    for (size_t i = 0; i < j; ++i) {
      const double u = h(i, j) / pivot;
      for (size_t k = 0; k <= i; ++k) h(k, i) -= u * h(k, j);
    }
    for (size_t i = 0; i < j; ++i) h(i, j) /= pivot;
  }
}

// The column with the largest magnitude first: nothing is taken back in it, so that the scale stays.
// The columns that matter most follow.
std::vector<size_t> order_of(const std::vector<float>& w, const Moments& moments, bool deviations) {
  const size_t n = moments.size();
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  const auto weight = [&](size_t i) { return deviations ? moments.covariance(i, i) : moments.product(i, i); };
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return weight(a) > weight(b); });
  const auto most = std::ranges::max_element(w, {}, [](float v) { return std::abs(v); });
  const size_t largest = static_cast<size_t>(most - w.begin()) % n;
  const auto found = std::ranges::find(order, largest);
  std::rotate(order.begin(), found, found + 1);
  return order;
}

}  // namespace

RoundedMatrix round_together(const Tensor& matrix, const Moments& moments, bool has_bias) {
  const size_t n = moments.size();
  const auto rows = static_cast<size_t>(matrix.shape.dim[0]);
  RoundedMatrix rounded{matrix, std::vector<double>(rows, 0)};
  const std::vector<float> w = floats(matrix);
  if (n == 0 || w.size() != rows * n) return rounded;
  const std::vector<size_t> order = order_of(w, moments, has_bias);
  Square u = ordered_products(moments, has_bias, order);
  factor(u);
  const float scale = weight_scales(matrix, -1, 8)[0];
  std::vector<float> kept(w.size());
  std::vector<double> changed(n);
  for (size_t r = 0; r < rows; ++r) {
    for (size_t j = 0; j < n; ++j) {
      const double exact = double{w[r * n + order[j]]};
      double wanted = exact;
      for (size_t i = 0; i < j; ++i) wanted += changed[i] * u(i, j);
      const double q = std::clamp(std::round(wanted / double{scale}), -127.0, 127.0);
      kept[r * n + order[j]] = static_cast<float>(q) * scale;
      changed[j] = exact - q * double{scale};
      if (has_bias) rounded.errors[r] -= changed[j] * moments.mean(order[j]);
    }
  }
  // The largest weight keeps its exact value, from which its scale is computed again.
  const auto most = std::ranges::max_element(w, {}, [](float v) { return std::abs(v); });
  kept[static_cast<size_t>(most - w.begin())] = *most;
  auto bytes = std::make_shared<Bytes>(kept.size() * sizeof(float));
  std::memcpy(bytes->data(), kept.data(), bytes->size());
  rounded.weights.data = bytes;
  return rounded;
}

}  // namespace nookc
