// Numbers that are known when a model is read: initializers, attributes, and values computed from them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc::onnx {

using Dims = std::vector<int64_t>;

// The product; nothing if it is more than 2^31 - 1 or a dimension is negative.
std::optional<int64_t> elements_of(const Dims& dims);

// float32, int8, uint8, int16, uint16, int32, int64 or bool; other types of ONNX are converted to one of
// these when they are read. Elements are in the order of ONNX.
struct Constant {
  nook::DType type = nook::DType::kNone;
  Dims dims;
  Bytes data;
  // Quantized: the real numbers are scale * (element - zero point). One scale, or one per index along `axis`.
  std::vector<float> scales;
  int32_t zero_point = 0;
  int32_t axis = 0;
  bool half_bytes = false;  // int4 or uint4 in the model, as bytes

  size_t size() const { return data.size() / static_cast<size_t>(nook::size_of(type)); }
};
using ConstantPtr = std::shared_ptr<const Constant>;

// The elements as stored, without scaling.
std::vector<double> numbers_of(const Constant& constant);
std::vector<int64_t> integers_of(const Constant& constant);
// The real numbers that a quantized constant represents; for others, its elements.
std::vector<double> reals_of(const Constant& constant);
// The value of a constant with a single element; `otherwise` if it has another number of elements.
double single(const Constant& constant, double otherwise);
// Numbers that the type can't hold are clamped; for integer types they are truncated.
Constant make_constant(nook::DType type, Dims dims, const std::vector<double>& numbers);
Constant make_constant(nook::DType type, Dims dims, const std::vector<int64_t>& numbers);
ConstantPtr shared(Constant constant);

// Dimension i of the result is dimension perm[i] of the constant; the axis of a quantized constant moves
// along.
Constant transposed(const Constant& constant, const std::vector<int>& perm);
// Converts a quantized constant to float32.
Constant as_float(const Constant& constant);

}  // namespace nookc::onnx
