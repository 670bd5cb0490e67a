// The solvers by name. A new one is a function and a call of register_solver().
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/middle/plan/solving/solution.h"

namespace nookc {

// `problem` is sound, as check_task() says. A solver need not check its answer: the caller verifies it.
using Solver = std::function<Solution(const nook::Problem&, const Effort&)>;

// Adds a solver, or replaces the one with that name. Not while another thread plans.
void register_solver(const std::string& name, Solver solver);
// Null if there is none with that name.
const Solver* find_solver(const std::string& name);
// In the order in which they were registered: exact, greedy_by_size, greedy_by_conflicts, hill_climb, others.
std::vector<std::string> solver_names();

// The largest first, each at the lowest free place: the order of TensorFlow Lite Micro.
Solution greedy_by_size(const nook::Problem& problem, const Effort& effort);
// Buffers that meet most others first; ties by size.
Solution greedy_by_conflicts(const nook::Problem& problem, const Effort& effort);
// Starts with the greedy order by size and swaps neighbours of the highest buffer. Keeps what is no worse
// and, now and then, what is a little worse. The random numbers are the same on every machine.
Solution hill_climb(const nook::Problem& problem, const Effort& effort);

}  // namespace nookc
