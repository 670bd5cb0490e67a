// Pools, placements, units and the solver as the user writes them, not yet checked.
#pragma once
#include <string>
#include <vector>

#include "nookc/options/compile_options.h"

namespace nookc {

struct PoolOptions {
  std::vector<std::string> workspace, constant;  // in the syntax of parse_pool()
  std::string file;                              // JSON
  std::vector<std::string> places, candidates;
  std::vector<std::string> units;  // in the syntax of parse_unit()
};

// The pools of the file, then the others; empty if there are none. Diags N2010, N4001.
Result<std::vector<MemoryPool>> read_pools(const PoolOptions& options);
// Diag N2018.
Result<std::vector<Wish>> read_wishes(const PoolOptions& options);
// Diag N2025.
Result<std::vector<UnitWish>> read_units(const PoolOptions& options);

struct SolverOptions {
  std::string solver = kDefaultSolver;
  double time_limit = 0;  // seconds; 0: limited by work, see Effort
};
Effort effort_of(const SolverOptions& options);

}  // namespace nookc
