#pragma once
#include "nookc/plan/solving/solution.h"

namespace nookc {

// The lowest plan of a problem with one pool, by greedy orders and then by asking `FitSearch` for ever lower
// heights: many heights and orders in turn, each with a small budget that doubles, because which of them is
// easy can't be told beforehand. A height that is refused raises the lower bound.
// Where the capacity is below what was found, `feasible` is false.
Solution lowest_plan(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
