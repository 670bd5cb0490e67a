#pragma once
#include "nookc/middle/plan/solving/known_plans.h"

namespace nookc {

// Finds the best plan of any problem. With several pools, the criteria in order are: everything fits; the
// least cost (bytes read and written per inference times the cost of their pool); the least height of the
// pools that are not the first of their kind, beginning with the last; the fewest bytes in pools that are not
// a buffer's first choice, each counted once per better choice; the least height of all pools together. If a
// buffer's candidates are in another order than the pools, that order is followed as far as it costs nothing:
// among plans of equal cost and total height, it prefers the one with the fewest bytes of such buffers
// outside of their first choice, then applies the criteria above. Branches over the pool of each buffer;
// buffers with the most to lose come first. A branch ends when a pool's busiest section exceeds its capacity
// or the cost exceeds the best known. lowest_plan() plans every remaining complete assignment pool by pool.
Solution best_plan(const nook::Problem& problem, const Effort& effort);
// Like best_plan(), but takes the plans of pools from `known`, unless null, and adds new ones.
Solution best_plan_with(KnownPlans* known, const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
