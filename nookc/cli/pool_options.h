// The options about pools and solvers, of every subcommand that plans.
#pragma once
#include <string>
#include <vector>

#include "nookc/cli/command.h"
#include "nookc/plan/placing/annotate.h"
#include "nookc/plan/placing/units.h"
#include "nookc/plan/solving/solver.h"

namespace nookc {

struct PoolOptions {
  std::vector<std::string> workspace, constant;  // as parse_pool() reads them
  std::string file;                              // JSON
  std::vector<std::string> places, candidates;
  std::vector<std::string> units;  // as parse_unit() reads them
};

// --workspace-pool, --constant-pool, --pools
void add_pools(Subcommand command, PoolOptions& options);
// --place, --candidates
void add_wishes(Subcommand command, PoolOptions& options);
// --unit
void add_units(Subcommand command, PoolOptions& options);

// The pools of the file, then those of the command line; empty when there are none. Diags N2010, N4001.
Result<std::vector<MemoryPool>> read_pools(const PoolOptions& options);
// Diag N2018.
Result<std::vector<Wish>> read_wishes(const PoolOptions& options);
// Diag N2025.
Result<std::vector<UnitWish>> read_units(const PoolOptions& options);

struct SolverOptions {
  std::string solver = kDefaultSolver;
  double time_limit = 0;  // seconds; 0: by work, see Effort
};
// --solver, --time-limit
void add_solver(Subcommand command, SolverOptions& options);
Effort effort_of(const SolverOptions& options);
// On stderr, where Ctrl-C ended a search; of commands that call take_interrupts().
void say_if_interrupted();

}  // namespace nookc
