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
    if (count_ == 0) begin(vector.size());
    count_ += 1;
    double* const to = waiting_.data() + size_ * count_waiting_;
    for (size_t i = 0; i < size_; ++i) to[i] = static_cast<double>(vector[i]);
    if (++count_waiting_ == kBlock) settle();
  }
  size_t size() const { return size_; }
  double product(size_t i, size_t j) const {
    if (count_waiting_ > 0) settle();
    return sums_[i < j ? j * size_ + i : i * size_ + j] / count_;
  }

 private:
  // Vectors that are added at a time: each sum is read and written once for all of them.
  static constexpr size_t kBlock = 8;

  void begin(size_t size);
  void settle() const;

  size_t size_ = 0;
  double count_ = 0;
  mutable size_t count_waiting_ = 0;
  mutable std::vector<double> waiting_;  // vectors that are not added yet
  mutable std::vector<double> sums_;     // [i][j] for j <= i
};

}  // namespace nookc
