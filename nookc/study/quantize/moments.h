// Average products of the elements of vectors.
#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace nookc {

class Moments {
 public:
  // All vectors have the size of the first.
  template <class T>
  void add(std::span<const T> vector) {
    if (count_ == 0) size_ = vector.size(), sums_.assign(size_ * size_, 0);
    count_ += 1;
    for (size_t i = 0; i < size_; ++i) {
      const double v = static_cast<double>(vector[i]);
      double* const row = sums_.data() + i * size_;
      for (size_t j = 0; j <= i; ++j) row[j] += v * static_cast<double>(vector[j]);
    }
  }
  size_t size() const { return size_; }
  double product(size_t i, size_t j) const { return sums_[i < j ? j * size_ + i : i * size_ + j] / count_; }

 private:
  size_t size_ = 0;
  double count_ = 0;
  std::vector<double> sums_;  // [i][j] for j <= i
};

}  // namespace nookc
