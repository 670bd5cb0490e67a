#pragma once
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

// Finds the lowest plan of a problem with one pool: first greedy orders, then `FitSearch` at ever lower
// heights. Many heights and orders are tried round-robin, each with a small budget that doubles, because
// which of them is easy can't be known beforehand. A height proved impossible raises the lower bound. If the
// result is above the capacity, `feasible` is false.
Solution lowest_plan(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
