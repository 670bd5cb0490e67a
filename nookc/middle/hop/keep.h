// Which rows each hop computes, and which tensors keep rows from one hop to the next.
#pragma once
#include <cstdint>
#include <vector>

#include "nookc/middle/hop/motion.h"

namespace nookc {

// How a hop gets the rows of one tensor that its readers need.
struct Held {
  bool kept = false;
  Rows window;             // the rows in persistent memory, if it is kept
  std::vector<Rows> made;  // the rows that are computed or, for an input, arrive: in rising order. If the
                           // tensor is kept: its first rows, if they see padding, and its last rows
};

struct HopPlan {
  std::vector<bool> wanted;  // per tensor: it may be kept
  std::vector<Held> held;    // per tensor; without rows: nothing reads it
  int64_t work = 0;          // in one hop, in the units of steps_of()
  int64_t state_bytes = 0;   // all kept windows together

  const Held& of(TensorId t) const { return held[index(t)]; }
};

// The work of one row of each node's results; for nodes that read the whole window, all of their work.
std::vector<int64_t> work_by_row(const Graph& graph, const Motion& motion);

// The plan that keeps every wanted tensor that has an old row that a reader needs.
HopPlan plan_rows(const Graph& graph, const Motion& motion, const std::vector<int64_t>& work,
                  std::vector<bool> wanted);

// The plans in the order of falling state: first the one with the least work, then those that keep less, each
// the one that costs the least work for the bytes that it saves.
std::vector<HopPlan> hop_plans(const Graph& graph, const Motion& motion);

}  // namespace nookc
