// Random frames of an input, as windows and as hops.
#pragma once
#include <cstring>

#include "nookc/graph/graph.h"
#include "tests/generated/choices.h"

namespace hop {

using nookc::Bytes;
using nookc::Tensor;

// The rows of an input since the beginning, each [outer][bytes of a row's part].
class Stream {
 public:
  Stream(const Tensor& window, int axis) : rows_(window.shape.dim[axis]) {
    for (int d = 0; d < axis; ++d) outer_ *= window.shape.dim[d];
    row_ = window.bytes() / outer_ / rows_;
    real_ = window.type == nook::DType::kF32, bytes_of_element_ = nook::size_of(window.type);
  }

  void append(int32_t frames, generated::Choices& values) {
    for (int32_t i = 0; i < frames * outer_ * row_; i += 4) {
      const float real = static_cast<float>(values.in(-1000, 1000)) / 500;
      const int32_t bits = values.in(INT32_MIN / 2, INT32_MAX / 2) * 2;
      std::byte four[4];
      if (real_)
        std::memcpy(four, &real, 4);
      else
        std::memcpy(four, &bits, 4);
      for (int k = 0; k < 4 && i + k < frames * outer_ * row_; ++k) bytes_.push_back(four[k]);
    }
    count_ += frames;
  }

  void append_padding(int32_t frames, int32_t zero_point) {
    const bool byte = bytes_of_element_ == 1;
    bytes_.insert(bytes_.end(), static_cast<size_t>(frames * outer_ * row_),
                  static_cast<std::byte>(byte ? zero_point : 0));
    count_ += frames;
  }

  // The newest rows, [outer][rows][row].
  Bytes newest(int32_t rows) const {
    Bytes all;
    for (int32_t o = 0; o < outer_; ++o)
      for (int32_t r = count_ - rows; r < count_; ++r) {
        const std::byte* const from = bytes_.data() + (r * outer_ + o) * row_;
        all.insert(all.end(), from, from + row_);
      }
    return all;
  }
  int32_t count() const { return count_; }
  int32_t window() const { return rows_; }

 private:
  int32_t outer_ = 1, rows_, row_ = 0, count_ = 0, bytes_of_element_ = 1;
  bool real_ = false;
  Bytes bytes_;
};

}  // namespace hop
