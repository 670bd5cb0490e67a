#pragma once
#include <stdint.h>

namespace nook::managed {

// Up to four dimensions, outermost first. A shape without dimensions is a scalar: one element. A dimension
// may be 0.
class TensorShape {
 public:
  static constexpr int kMost = 4;
  // The result of num_elems() if the product exceeds a uint32_t below this; no tensor can have such a shape.
  static constexpr uint32_t kTooMany = UINT32_MAX;

  constexpr TensorShape() = default;
  constexpr TensorShape(uint32_t a) : dims_{a, 1, 1, 1}, rank_(1) {}
  constexpr TensorShape(uint32_t a, uint32_t b) : dims_{a, b, 1, 1}, rank_(2) {}
  constexpr TensorShape(uint32_t a, uint32_t b, uint32_t c) : dims_{a, b, c, 1}, rank_(3) {}
  constexpr TensorShape(uint32_t a, uint32_t b, uint32_t c, uint32_t d) : dims_{a, b, c, d}, rank_(4) {}
  // A shape of `rank` <= 4 dimensions.
  constexpr TensorShape(const uint32_t* dims, int rank) : rank_(static_cast<uint8_t>(rank)) {
    for (int i = 0; i < rank; ++i) dims_[i] = dims[i];
  }

  constexpr int num_dims() const { return rank_; }
  // Dimension i < 4; missing dimensions are 1.
  constexpr uint32_t operator[](int i) const { return dims_[i]; }

  constexpr uint32_t num_elems() const {
    uint64_t product = 1;
    for (const uint32_t d : dims_) {
      if (d == 0) return 0;
      product *= d;  // at most 2^64, since the product was limited before
      if (product >= kTooMany) product = kTooMany;
    }
    return static_cast<uint32_t>(product);
  }
  // The bytes of elements of `unit` bytes each. kTooMany: more than 2^31 - 1, or it would be if dimensions of
  // 0 were 1, so that no product of some of the dimensions is larger.
  constexpr uint32_t num_bytes(uint32_t unit) const {
    uint32_t product = unit, some = unit;  // `some`: the product without dimensions of 0
    for (const uint32_t d : dims_) {
      const uint64_t next = uint64_t{some} * (d ? d : 1);
      if (next > static_cast<uint32_t>(INT32_MAX)) return kTooMany;
      some = static_cast<uint32_t>(next), product *= d;
    }
    return product;
  }

  // The index of an element in memory, without a range check.
  constexpr uint32_t linear_index(uint32_t i) const { return i; }
  constexpr uint32_t linear_index(uint32_t i, uint32_t j, uint32_t k = 0, uint32_t l = 0) const {
    return ((i * dims_[1] + j) * dims_[2] + k) * dims_[3] + l;
  }

 private:
  friend constexpr bool operator==(const TensorShape& a, const TensorShape& b) {
    for (int i = 0; i < kMost; ++i)
      if (a.dims_[i] != b.dims_[i]) return false;
    return a.rank_ == b.rank_;
  }
  friend constexpr bool operator!=(const TensorShape& a, const TensorShape& b) { return !(a == b); }

  uint32_t dims_[kMost] = {1, 1, 1, 1};
  uint8_t rank_ = 0;
};

}  // namespace nook::managed
