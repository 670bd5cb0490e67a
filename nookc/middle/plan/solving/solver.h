// The solvers by name. A new one is a function and a call of register_solver().
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

// `problem` is valid, as check_task() ensures. A solver need not check its answer: the caller verifies it.
using Solver = std::function<Solution(const nook::Problem&, const Effort&)>;

// Adds a solver, or replaces the one with that name. Not thread-safe while another thread plans.
void register_solver(const std::string& name, Solver solver);
// Null if no solver has that name.
const Solver* find_solver(const std::string& name);
// In the order of registration: exact, greedy_by_size, greedy_by_conflicts, hill_climb, others.
std::vector<std::string> solver_names();

// Places the largest first, each at the lowest free offset: the order of TensorFlow Lite Micro.
Solution greedy_by_size(const nook::Problem& problem, const Effort& effort);
// Places the buffers that meet the most others first; ties by size.
Solution greedy_by_conflicts(const nook::Problem& problem, const Effort& effort);
// Starts with the greedy order by size and swaps neighbours of the highest buffer. Keeps a change if the plan
// is no worse and, now and then, if it is slightly worse. The random numbers are the same on every machine.
Solution hill_climb(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
