// Sums of vectors and of the products of their elements, over samples.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace nookc {

struct Moments {
  double count = 0;
  std::vector<double> sum, products;  // [i], [i][j] for j <= i

  template <class T>
  void add(std::span<const T> values) {
    const size_t n = values.size();
    if (sum.empty()) sum.assign(n, 0), products.assign(n * n, 0);
    count += 1;
    for (size_t i = 0; i < n; ++i) {
      const double v = static_cast<double>(values[i]);
      sum[i] += v;
      for (size_t j = 0; j <= i; ++j) products[i * n + j] += v * static_cast<double>(values[j]);
    }
  }
  void add(const Moments& other) {
    if (other.sum.empty()) return;
    if (sum.empty()) sum.assign(other.sum.size(), 0), products.assign(other.products.size(), 0);
    count += other.count;
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += other.sum[i];
    for (size_t i = 0; i < products.size(); ++i) products[i] += other.products[i];
  }
  size_t size() const { return sum.size(); }
  double mean(size_t i) const { return sum[i] / count; }
  // The average product of two elements, or of their deviations from their means.
  double product(size_t i, size_t j) const {
    return products[i < j ? j * size() + i : i * size() + j] / count;
  }
  double covariance(size_t i, size_t j) const { return product(i, j) - mean(i) * mean(j); }
};

}  // namespace nookc
