#include "nookc/study/quantize/round_together.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nookc {
namespace {

// A symmetric matrix, or a triangular one: [i][j] for j <= i, in rows of `size`.
struct Triangle {
  size_t size;
  std::vector<double> at;
  double* operator[](size_t i) { return at.data() + i * size; }
  const double* operator[](size_t i) const { return at.data() + i * size; }
};

// A share of the average diagonal is added to the diagonal: samples are few, and directions that they do not
// have are not free.
constexpr double kDamping = 0.003;
constexpr double kLeast = 1e-12;  // the smallest pivot

Triangle ordered_products(const Moments& moments, const std::vector<size_t>& order) {
  const size_t n = order.size();
  Triangle h{n, std::vector<double>(n * n)};
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j <= i; ++j) h[i][j] = moments.product(order[i], order[j]);
  return h;
}

// Takes column j out of the columns before it, and leaves its shares in row j.
void eliminate(Triangle& h, size_t j) {
  const double pivot = h[j][j] = std::max(h[j][j], kLeast);
  for (size_t i = 0; i < j; ++i) {
    const double u = h[j][i] / pivot;
    for (size_t k = 0; k <= i; ++k) h[i][k] -= u * h[j][k];
  }
  for (size_t i = 0; i < j; ++i) h[j][i] /= pivot;
}

// The columns that matter most come first, because fewer columns are left to take back the changes of later
// ones. Biases come last.
std::vector<size_t> order_of(const Moments& moments, size_t columns) {
  std::vector<size_t> order(moments.size());
  std::iota(order.begin(), order.end(), size_t{0});
  Triangle h = ordered_products(moments, order);
  for (size_t j = h.size; j-- > columns;) eliminate(h, j);
  std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(columns),
                   [&](size_t a, size_t b) { return h[a][a] > h[b][b]; });
  return order;
}

// Factors a matrix h = u * d * transposed(u), with u unit upper triangular and d diagonal; leaves u,
// transposed, below the diagonal. The damping is a share of the diagonal without the part that biases take
// back.
void factor(Triangle& h, size_t columns) {
  for (size_t j = h.size; j-- > columns;) eliminate(h, j);
  double trace = 0;
  for (size_t i = 0; i < columns; ++i) trace += std::max(h[i][i], 0.0);
  for (size_t i = 0; i < columns; ++i)
    h[i][i] = std::max(h[i][i], 0.0) + kDamping * trace / static_cast<double>(columns) + kLeast;
  for (size_t j = columns; j-- > 0;) eliminate(h, j);
}

// Rounds one row, and sets the numbers that its biases are to lose.
void round_row(float* weights, const float* scales, double largest, const Triangle& u,
               const std::vector<size_t>& order, size_t columns, double* errors) {
  std::vector<double> changed(u.size);
  for (size_t j = 0; j < u.size; ++j) {
    double back = 0;
    for (size_t i = 0; i < j; ++i) back += changed[i] * u[j][i];
    if (j >= columns) {
      changed[j] = -back, errors[order[j] - columns] = -back;
      continue;
    }
    float& weight = weights[order[j]];
    const double scale = double{scales[order[j]]}, exact = double{weight} / scale;
    // The largest weights stay, because scales are computed from them.
    if (std::abs(exact) >= largest - 1e-4) continue;
    const double q = std::clamp(std::round(exact + back / scale), -largest, largest);
    changed[j] = double{weight} - q * scale;
    weight = static_cast<float>(q * scale);
  }
}

}  // namespace

RoundedRows round_together(const UnroundedRows& matrix, const Moments& moments) {
  RoundedRows rounded{matrix.weights, std::vector<double>(matrix.rows * matrix.biases, 0)};
  if (moments.size() <= matrix.biases) return rounded;
  const size_t n = moments.size() - matrix.biases;
  if (matrix.weights.size() != matrix.rows * n) return rounded;
  const std::vector<size_t> order = order_of(moments, n);
  Triangle u = ordered_products(moments, order);
  factor(u, n);
  const double largest = (1 << (matrix.bits - 1)) - 1;
  for (size_t r = 0; r < matrix.rows; ++r)
    round_row(rounded.weights.data() + r * n, matrix.scales.data() + r * n, largest, u, order, n,
              rounded.errors.data() + r * matrix.biases);
  return rounded;
}

}  // namespace nookc
