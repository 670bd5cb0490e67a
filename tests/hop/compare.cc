#include "tests/hop/compare.h"

#include <cstring>

#include "tests/hop/run_graph.h"

namespace hop {
namespace {

using nookc::Bytes;
using nookc::Tensor;

// The rows of an input since the beginning, each [outer][bytes of a row's part].
class Stream {
 public:
  Stream(const Tensor& window, int axis) : rows_(window.shape.dim[axis]) {
    for (int d = 0; d < axis; ++d) outer_ *= window.shape.dim[d];
    row_ = window.bytes() / outer_ / rows_;
    real_ = window.type == nook::DType::kF32;
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
  int32_t outer_ = 1, rows_, row_ = 0, count_ = 0;
  bool real_ = false;
  Bytes bytes_;
};

int64_t differing(const Bytes& a, const Bytes& b) {
  int64_t count = a.size() == b.size() ? 0 : 1;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) count += a[i] != b[i];
  return count;
}

}  // namespace

Compared compare(const nookc::Graph& whole, const nookc::Graph& hop, int axis, int32_t frames, int pushes,
                 uint64_t seed) {
  Compared compared;
  GraphRun by_window(whole), by_hop(hop);
  if (!by_window.sound() || !by_hop.sound()) return {0, 0, "an operator was refused"};
  generated::Choices values(seed);
  std::vector<Stream> streams;
  for (nookc::TensorId t : whole.inputs) streams.emplace_back(whole[t], axis);
  for (int push = 0; push < pushes; ++push) {
    std::vector<Bytes> fresh, windows;
    for (Stream& s : streams) {
      s.append(frames, values);
      fresh.push_back(s.newest(frames));
    }
    const auto have = by_hop.run(fresh);
    const bool full = streams[0].count() >= streams[0].window();
    if (have.has_value() != full) return {0, 0, full ? "no result of a full window" : "a result too early"};
    if (!full) continue;
    for (const Stream& s : streams) windows.push_back(s.newest(s.window()));
    const auto want = by_window.run(windows);
    for (size_t i = 0; i < want->size(); ++i) compared.differing += differing((*have)[i], (*want)[i]);
    ++compared.results;
  }
  return compared;
}

}  // namespace hop
