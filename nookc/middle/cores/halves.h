#pragma once
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "nookc/middle/cores/divide.h"
#include "nookc/middle/hop/motion.h"

namespace nookc {

// The outermost dimension with more than one element; -1: a single element. Rows lie along it.
int outermost(const nook::Shape& shape);
TimeAxis time_axis_of(const Tensor& t);

// Whether an operator is of a kind, and of a size, to be divided.
bool may_divide(const Graph& graph, const Node& node, const std::set<int32_t>& whole);

// The rule of an operator whose rows can be divided.
std::optional<RowRule> divisible_rows(const Graph& graph, const Node& node,
                                      const std::vector<TimeAxis>& axes);

// The rows of an operand that a part reads: at least one.
Rows rows_read(const RowRule& rule, Rows made, int32_t rows);

// The first core also runs all operators that stay whole, so the second gets the row in the middle.
std::pair<Rows, Rows> halves_of(int32_t rows);

// The halves of a tensor in two buffers, one for each core, with the rows of the other half that its readers
// see too: rows [0, end) and [begin, all).
struct SeparateHalves {
  TensorId first, second;
  int32_t begin, end;
};

// The tensors that only halves compute and read, and that are large enough to be worth copies of rows;
// `first` and `second` are still to be made.
std::map<TensorId, SeparateHalves> find_separate(const Graph& graph, const std::vector<TimeAxis>& axes,
                                                 const HalvesWish& wish);

}  // namespace nookc
