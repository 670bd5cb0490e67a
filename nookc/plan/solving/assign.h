#pragma once
#include "nookc/plan/solving/solution.h"

namespace nookc {

// The best plan of any problem. With several pools: that everything fits; then the least cost (bytes read and
// written per inference times the cost of their pool); then the least height of the pools that are not the
// first of their kind, the last one first; then the fewest bytes in pools that are not a buffer's first
// choice, each counted as often as there are better ones; then the least height of all pools together.
// Where candidates are in another order than the pools, that order is followed from there as far as it costs
// nothing: of the plans that cost as much and are no higher, all pools together, the one with the fewest
// bytes of such buffers outside of their first choice, then as above. Branches over the pool of each buffer,
// the ones with most to lose first; a branch ends where a pool's busiest section is above its capacity or the
// cost is above the best known. Every complete assignment that is left is planned pool by pool by
// lowest_plan().
Solution best_plan(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
