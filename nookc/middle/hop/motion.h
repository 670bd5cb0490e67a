// How a network moves with its window: which tensors consist of rows along the time, and which of these rows
// are the last window's rows, some places further on.
//
// A window of T frames moves by N. A tensor with a time axis has a row for every `step` frames; between two
// windows its rows move by N / step places. A row is the same in both windows exactly if it depends on the
// same frames through the same padding. All rows in [first, last) depend on frames of the window only: row i
// of the next window is row i + N / step of this one. The rows outside see the padding at an edge of the
// window, and have to be computed again.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/graph/graph.h"
#include "nookc/middle/hop/rows.h"

namespace nookc {

// The time axis of a tensor.
struct TimeAxis {
  int dim = -1;      // dimension of the rows; -1: the tensor has none
  int32_t rows = 0;  // in the whole window
  int32_t step = 0;  // frames from one row to the next
  Rows inner;        // rows that see no padding; empty: all of them do

  bool moves() const { return dim >= 0; }
};

// The rows of an operator's operands that row i of its results depends on: [i * stride - before, + reach).
// Rows outside of the operand are padding.
struct RowRule {
  enum class Kind : uint8_t {
    kStill,   // no operand moves
    kWhole,   // every result depends on all rows
    kEach,    // row i depends on row i of each operand that moves
    kWindow,  // a filter slides along the rows of operand 0
    kPart,    // the results are some consecutive rows of operand 0
  };
  Kind kind = Kind::kStill;
  int32_t stride = 1, before = 0, reach = 1;
  int out_dim = -1;  // dimension of the rows in each result

  // The operand's rows for rows of the result, and how many of the rows that the filter sees are padding.
  Rows seen(const Rows& out) const {
    return {out.begin * stride - before, (out.end - 1) * stride - before + reach};
  }
  static Rows inside(const Rows& seen, int32_t rows) {
    return {std::max(0, seen.begin), std::min(rows, seen.end)};
  }
  // Among `out` results, those whose filter sees at least one of `in` rows.
  Rows touching(int32_t in, int32_t out) const;
};

// The motion of all tensors and nodes, by index. Erased nodes are still.
struct Motion {
  std::vector<TimeAxis> axes;
  std::vector<RowRule> rules;
  int32_t hop = 0;  // frames

  const TimeAxis& of(TensorId t) const { return axes[index(t)]; }
  // Places by which the rows of a tensor move in one hop.
  int32_t shift(TensorId t) const { return hop / of(t).step; }
};

// The rule of one node; `axes` has its operands' axes.
RowRule rule_of(const Graph& graph, const Node& node, const std::vector<TimeAxis>& axes);

// Follows the time axes from the inputs, whose axes are given, through all nodes.
Motion motion_of(const Graph& graph, const std::vector<TimeAxis>& inputs, int32_t hop);

// The least hop of which all hops are multiples.
int64_t least_hop(const Motion& motion);

}  // namespace nookc
