// Converts real numbers to elements of a tensor, and back.
#pragma once
#include <vector>

#include "nookc/front/data/signal_to_noise.h"
#include "nookc/graph/graph.h"

namespace nookc {

// Whether elements represent scale * (q - zero point).
bool quantized(const Tensor& tensor);

// Writes a real number as an element of `to`, quantized as an application would: rounded to nearest, halves
// away from 0, and clamped to the type's range. Writes nothing and returns false if the number is infinite or
// NaN, or if `to` has integers without quantization that cannot represent it.
bool put_real(const Tensor& to, double value, std::byte* at);

std::vector<double> real_values(const Tensor& tensor, const Bytes& bytes);

// The real values that elements can represent; without quantization, all values.
ValueRange value_range(const Tensor& tensor);

// Converts elements of `from` to elements of `to`, which must have the same number of elements; an infinity
// becomes the extreme value of its sign. Empty if an element can't be converted.
Bytes converted_elements(const Tensor& from, const Bytes& bytes, const Tensor& to);

}  // namespace nookc
