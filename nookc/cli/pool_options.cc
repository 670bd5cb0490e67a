#include "nookc/cli/pool_options.h"

#include <cstdio>

#include "nookc/core/interrupt.h"
#include "nookc/core/text.h"
#include "nookc/middle/plan/solving/solver.h"

namespace nookc {
namespace {

Option add_list(Subcommand command, const std::string& name, std::vector<std::string>& to,
                const std::string& type, const std::string& what) {
  return command.add_option(name, to, what).type(type).repeatable().not_empty();
}

}  // namespace

void add_pools(Subcommand command, PoolOptions& options) {
  add_list(command, "--workspace-pool", options.workspace, "POOL",
           "a memory for scratch (repeatable, preferred first):\n"
           "name=dtcm,size=64KiB,section=.dtcm; also hint, align, readers,\n"
           "writers, clock, read_bandwidth, write_bandwidth, read_latency,\nwrite_latency, burst (default: "
           "name=sram)");
  add_list(command, "--constant-pool", options.constant, "POOL",
           "a memory for constants (repeatable, default: name=flash)");
  command.add_option("--pools", options.file, "the pools as JSON (docs/planning.md)").path("FILE");
}

void add_wishes(Subcommand command, PoolOptions& options) {
  add_list(command, "--place", options.places, "TENSOR=POOL[@OFFSET]", "put this tensor here (repeatable)");
  add_list(command, "--candidates", options.candidates, "WHAT=POOL,POOL",
           "pools that tensors may be in, preferred first (repeatable);\n"
           "WHAT is a tensor, op:3, or a kind of operator like CONV_2D");
}

void add_units(Subcommand command, PoolOptions& options) {
  add_list(command, "--unit", options.units, "UNIT=OPERATOR,...",
           "this unit executes these operators instead of the cpu (repeatable):\n"
           "op:3, op:3-7, or a kind like CONV_2D; readers and writers of a pool\n"
           "are units; the application passes a device for it (nook/device.h)");
}

void add_solver(Subcommand command, SolverOptions& options) {
  command.add_option("--solver", options.solver, "the solver (default: exact): " + join_text(solver_names()))
      .type("NAME")
      .not_empty();
  command
      .add_option("--time-limit", options.time_limit,
                  "stop after this time and use the best plan so far, as Ctrl-C does\n"
                  "(default: after a fixed amount of work, about a second)")
      .type("SECONDS")
      .between(0.001, 1e6);
}

void say_if_interrupted() {
  if (interrupted())
    std::fputs("Interrupted: the search for a better plan ended early; this is the best one so far.\n",
               stderr);
}

}  // namespace nookc
