// The solvers by name. One more is a function and register_solver().
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/plan/solving/solution.h"

namespace nookc {

// `problem` is sound, as check_task() says. Answers need not be checked: whoever calls a solver verifies
// them.
using Solver = std::function<Solution(const nook::Problem&, const Effort&)>;

// Adds a solver, or replaces the one of that name. Not for use while another thread plans.
void register_solver(const std::string& name, Solver solver);
// Null when there is none of that name.
const Solver* find_solver(const std::string& name);
// In the order in which they were registered: exact, greedy_by_size, greedy_by_conflicts, hill_climb, others.
std::vector<std::string> solver_names();

// The largest first, at the lowest place that is free: the order of TensorFlow Lite Micro.
Solution greedy_by_size(const nook::Problem& problem, const Effort& effort);
// Those that meet most others first, and of these the largest.
Solution greedy_by_conflicts(const nook::Problem& problem, const Effort& effort);
// Begins with the greedy order by size and swaps neighbours of what lies highest; keeps what is no worse, now
// and then what is a little worse. The random numbers are the same everywhere.
Solution hill_climb(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
