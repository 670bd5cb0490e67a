#include "nookc/front/onnx/narrow_weights.h"

#include <algorithm>

#include "nook/ops/dequantize/dequantize_op.h"
#include "nookc/front/onnx/ops.h"
#include "nookc/graph/any_attrs.h"

namespace nookc::onnx {
namespace {

constexpr int64_t kLeast4 = -8, kMost4 = 7;

// Two numbers per byte, the first in the lower half.
Bytes nibbles_of(const std::vector<int64_t>& numbers) {
  Bytes bytes((numbers.size() + 1) / 2);
  for (size_t i = 0; i < numbers.size(); ++i)
    bytes[i / 2] |= static_cast<std::byte>((numbers[i] & 15) << (i % 2 * 4));
  return bytes;
}

// Packs numbers that span at most 16 steps: they and their zero point move into the range of int4.
bool pack(Constant* weights) {
  std::vector<int64_t> numbers = integers_of(*weights);
  if (!weights->half_bytes || numbers.empty()) return false;
  const auto [least, most] = std::ranges::minmax(numbers);
  int64_t moved = 0;
  if (least < kLeast4 || most > kMost4) moved = least - kLeast4;
  if (most - moved > kMost4) return false;
  for (int64_t& number : numbers) number -= moved;
  weights->type = nook::DType::kS4, weights->data = nibbles_of(numbers);
  weights->zero_point -= static_cast<int32_t>(moved);
  return true;
}

TensorId widened(Mapper& m, TensorId narrow, const Dims& dims) {
  const TensorId wide = m.fresh(dims, kReal);
  m.emit(nook::Dequantize::Attrs{}, {narrow}, {wide});
  return wide;
}

}  // namespace

bool can_stay_narrow(const Constant& weights, int32_t axis) {
  return weights.type == nook::DType::kS8 && !weights.scales.empty() &&
         (weights.scales.size() == 1 || weights.axis == axis);
}

TensorId add_weights(Mapper& m, const Constant& weights) {
  if (weights.scales.empty() || m.integer()) return m.add_constant(weights);
  Constant narrow = weights;
  pack(&narrow);
  return widened(m, m.add_constant(narrow), weights.dims);
}

TensorId add_blocks(Mapper& m, const Blocks& b) {
  Constant narrow;
  narrow.dims = {static_cast<int64_t>(b.scales.size()), b.block};
  narrow.scales = b.scales;
  if (b.bits == 4) {
    narrow.type = nook::DType::kS4, narrow.data = nibbles_of(b.numbers);
  } else {
    narrow.type = nook::DType::kS8,
    narrow.data = make_constant(nook::DType::kS8, narrow.dims, b.numbers).data;
  }
  const TensorId wide = widened(m, m.add_constant(narrow), narrow.dims);
  if (b.block == b.depth) return wide;
  const TensorId weights = m.like(wide, {b.units, b.depth});
  m.emit(reshape(), {wide, m.add_ints(onnx::narrow({b.units, b.depth}))}, {weights});
  return weights;
}

}  // namespace nookc::onnx
