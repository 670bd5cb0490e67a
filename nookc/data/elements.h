// Real numbers as the elements of a tensor, and back.
#pragma once
#include <vector>

#include "nookc/ir/graph.h"

namespace nookc {

// Whether elements stand for scale * (q - zero point).
bool quantized(const Tensor& tensor);

// An element of `to` for a real number, as an application would quantize it: to nearest, halves away from 0,
// clamped to what there is. False, and nothing is written: the number is infinite or NaN, or elements are
// whole numbers that are not quantized and can't be it.
bool put_real(const Tensor& to, double value, std::byte* at);

std::vector<double> real_values(const Tensor& tensor, const Bytes& bytes);

// Elements of `from` as those of `to`, a tensor of as many. Empty where one can't be put.
Bytes converted_elements(const Tensor& from, const Bytes& bytes, const Tensor& to);

}  // namespace nookc
