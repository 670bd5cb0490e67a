#pragma once
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

// Finds the lowest plan of a problem with one pool: greedy orders first, then `FitSearch` for ever lower
// heights. Many heights and orders take turns, each with a small budget that doubles, because which of them
// is easy can't be known beforehand. A refused height raises the lower bound. If the result is above the
// capacity, `feasible` is false.
Solution lowest_plan(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
