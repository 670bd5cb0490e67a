#pragma once
#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

// Finds the best plan of any problem. With several pools, the criteria in order are: everything fits; the
// least cost (bytes read and written per inference times the cost of their pool); the least height of the
// pools that are not the first of their kind, beginning with the last; the fewest bytes in pools that are not
// a buffer's first choice, each counted once per better choice; the least height of all pools together. If a
// buffer's candidates are in another order than the pools, that order is followed as far as it costs nothing:
// of the plans of equal cost and height, all pools together, the one with the fewest bytes of such buffers
// outside of their first choice, then as above. Branches over the pool of each buffer, those with most to
// lose first. A branch ends when a pool's busiest section exceeds its capacity or the cost exceeds the best
// known. Every remaining complete assignment is planned pool by pool by lowest_plan().
Solution best_plan(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
