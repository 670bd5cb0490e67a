#include "nookc/cli/pool_options.h"

#include <cstdio>

#include "nookc/core/interrupt.h"
#include "nookc/core/text.h"
#include "nookc/plan/solving/solver.h"

namespace nookc {
namespace {

Option add_list(Subcommand command, const std::string& name, std::vector<std::string>& to,
                const std::string& type, const std::string& what) {
  return command.add_option(name, to, what).type(type).repeatable().not_empty();
}

}  // namespace

void add_pools(Subcommand command, PoolOptions& options) {
  add_list(command, "--workspace-pool", options.workspace, "POOL",
           "a memory for scratch (repeatable, the preferred first):\n"
           "name=dtcm,size=64KiB,section=.dtcm; also hint, align, readers,\n"
           "writers, clock, read_bandwidth, write_bandwidth, read_latency,\nwrite_latency, burst (default: "
           "name=sram)");
  add_list(command, "--constant-pool", options.constant, "POOL",
           "a memory for constants, likewise (default: name=flash)");
  command.add_option("--pools", options.file, "the same pools as JSON, see docs/planning.md")
      .type("FILE")
      .not_empty();
}

void add_wishes(Subcommand command, PoolOptions& options) {
  add_list(command, "--place", options.places, "TENSOR=POOL[@OFFSET]", "the place of a tensor (repeatable)");
  add_list(command, "--candidates", options.candidates, "WHAT=POOL,POOL",
           "pools where tensors may be, the preferred first (repeatable):\n"
           "a tensor, op:3, or all of a kind like CONV_2D");
}

void add_units(Subcommand command, PoolOptions& options) {
  add_list(command, "--unit", options.units, "UNIT=OPERATOR,...",
           "who executes operators in the cpu's place (repeatable): op:3, op:3-7\n"
           "or all of a kind like CONV_2D; pools say by readers and writers what\n"
           "a unit reaches, the application passes a device for it (nook/device.h)");
}

void add_solver(Subcommand command, SolverOptions& options) {
  command.add_option("--solver", options.solver, "the solver (default: exact): " + join_text(solver_names()))
      .type("NAME")
      .not_empty();
  command
      .add_option("--time-limit", options.time_limit,
                  "stop after this time with the best plan so far, as Ctrl-C does\n"
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
