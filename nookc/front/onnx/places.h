// Places of elements and slices that indices select, for operators that gather or scatter.
#pragma once
#include <string>
#include <vector>

#include "nookc/front/onnx/ops.h"

namespace nookc::onnx {

constexpr int64_t kMostPicked = 1 << 20;  // elements gathered one by one
constexpr const char* kOutside = "an index is out of range";
constexpr const char* kTooMany = "it picks among more than 2^20 elements";
inline bool too_many(const Dims& shape) { return elements_of(shape).value_or(kMostPicked + 1) > kMostPicked; }

Value whole_constant(const Dims& dims, const std::vector<int64_t>& numbers);

// The stride in memory of each dimension.
Dims strides_of(const Dims& shape);

// The reason against indices along an axis that have more elements than `x` along another; empty: none.
std::string more_than(const Dims& x, const Dims& indices, size_t axis);

// Converts indices that may count from the end to indices from 0. `sizes`: the size of the indexed dimension,
// or several sizes along the last dimension.
Value from_front(Mapper& m, const Value& at, const std::vector<int64_t>& sizes);

// The offsets of elements selected by indices along an axis of an array of this shape; empty: an index is out
// of range.
std::vector<int64_t> places_along(const Dims& shape, const Constant& indices, size_t axis);
// Likewise for indices that are computed when the model runs.
Value places_along(Mapper& m, const Dims& shape, const Value& indices, size_t axis);

// The offsets of the slices that rows of indices select; empty: an index is out of range.
std::vector<int64_t> places_of_rows(const Dims& shape, const Constant& indices);

}  // namespace nookc::onnx
