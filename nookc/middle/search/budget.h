#pragma once
#include "nookc/middle/search/evaluate.h"

namespace nookc {

// A program within a budget of RAM, and the bounds that the search proved.
struct InBudget {
  int64_t ram = 0;     // bytes of the program, of all roles but the stack
  int64_t budget = 0;  // bytes
  double cycles = 0;   // estimated, for one inference
  // No choice that fits takes fewer cycles; equal to `cycles` unless the search ended early.
  double least_cycles = 0;
  int plans = 0;  // memory plans that were tried
};

// The cycles that the search minimizes: of all calls, and of the loops of line buffers.
double cycles_with_rows(const Program& program, const CompileOptions& options);

// The program with the fewest estimated cycles that needs at most `budget` bytes of RAM: inputs, outputs,
// state and scratch. The choices are kernels with or without scratch for each node, whole images or line
// buffers, and views; options.level is kBalanced and decides which kernels are considered. Diags as lower()
// and place(); N1006: no choice fits, and the least budget that one would need.
Result<Program> fastest_within(const Graph& graph, const CompileOptions& options, int64_t budget,
                               InBudget& facts);

}  // namespace nookc
