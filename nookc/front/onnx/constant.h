// Numbers that are known when a model is read: initialisers, attributes, and what is computed of them.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "nookc/graph/graph.h"

namespace nookc::onnx {

using Dims = std::vector<int64_t>;

// The product; none where it is more than 2^31 - 1 or a dimension is negative.
std::optional<int64_t> elements_of(const Dims& dims);

// float32, int8, uint8, int16, uint16, int32, int64 or bool; other types of ONNX are made one of these when
// they are read. Elements are in the order of ONNX.
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

// The elements as they are: not scaled.
std::vector<double> numbers_of(const Constant& constant);
std::vector<int64_t> integers_of(const Constant& constant);
// The real numbers that a quantized one stands for; of others its elements.
std::vector<double> reals_of(const Constant& constant);
// The one that a constant of one element stands for; `otherwise` where it has not one.
double single(const Constant& constant, double otherwise);
// Of numbers that the type can't hold the nearest that it can; integers cut off behind the point.
Constant make_constant(nook::DType type, Dims dims, const std::vector<double>& numbers);
Constant make_constant(nook::DType type, Dims dims, const std::vector<int64_t>& numbers);
ConstantPtr shared(Constant constant);

// Dimension i of the result is dimension perm[i] of the constant; a quantized one's axis moves along.
Constant transposed(const Constant& constant, const std::vector<int>& perm);
// A quantized constant as float32.
Constant as_float(const Constant& constant);

}  // namespace nookc::onnx
