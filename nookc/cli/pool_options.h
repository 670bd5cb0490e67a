// The options about pools and solvers that all planning subcommands share.
#pragma once
#include "nookc/cli/command.h"
#include "nookc/request/pools.h"

namespace nookc {

// --workspace-pool, --constant-pool, --pools
void add_pools(Subcommand command, PoolOptions& options);
// --place, --candidates
void add_wishes(Subcommand command, PoolOptions& options);
// --unit
void add_units(Subcommand command, PoolOptions& options);

// --solver, --time-limit
void add_solver(Subcommand command, SolverOptions& options);
// Says on stderr that Ctrl-C ended a search; for commands that call take_interrupts().
void say_if_interrupted();

}  // namespace nookc
