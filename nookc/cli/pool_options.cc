#include "nookc/cli/pool_options.h"

#include <cstdio>

#include "nookc/core/interrupt.h"
#include "nookc/core/json.h"
#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/emit/identifier.h"
#include "nookc/plan/placing/annotate.h"
#include "nookc/plan/placing/units.h"
#include "nookc/plan/solving/solver.h"
#include "nookc/target/parse_pool.h"

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
  command.add_option("--pools", options.file, "JSON with such pools, see docs/planning.md")
      .type("FILE")
      .not_empty();
}

void add_wishes(Subcommand command, PoolOptions& options) {
  add_list(command, "--place", options.places, "TENSOR=POOL[@OFFSET]", "where a tensor must be (repeatable)");
  add_list(command, "--candidates", options.candidates, "WHAT=POOL,POOL",
           "where tensors may be, the preferred first (repeatable):\n"
           "a tensor, op:3, or all of a kind like CONV_2D");
}

void add_units(Subcommand command, PoolOptions& options) {
  add_list(command, "--unit", options.units, "UNIT=OPERATOR,...",
           "who executes operators in the cpu's place (repeatable): op:3, op:3-7\n"
           "or all of a kind like CONV_2D; pools say by readers and writers what\n"
           "a unit reaches, the application passes a device for it (nook/device.h)");
}

Result<std::vector<MemoryPool>> read_pools(const PoolOptions& options) {
  std::vector<MemoryPool> all;
  if (!options.file.empty()) {
    const Result<std::vector<std::byte>> bytes = read_file(options.file);
    if (!bytes) return bytes.diag();
    const auto* text = reinterpret_cast<const char*>(bytes->data());
    const Result<nlohmann::json> json =
        parse_json({text, bytes->size()},
                   {Exit::kUsage, "N2010", options.file, "", "{\"pools\": [{\"name\": \"dtcm\"}]}"});
    if (!json) return json.diag();
    Result<std::vector<MemoryPool>> pools = parse_pools(*json);
    if (!pools) {
      Diag diag = pools.diag();
      diag.where = options.file + ": " + diag.where;
      return diag;
    }
    all = *std::move(pools);
  }
  for (const bool constant : {false, true})
    for (const std::string& text : constant ? options.constant : options.workspace) {
      Result<MemoryPool> pool = parse_pool(text, constant);
      if (!pool) return pool.diag();
      all.push_back(*std::move(pool));
    }
  return all;
}

Result<std::vector<Wish>> read_wishes(const PoolOptions& options) {
  std::vector<Wish> all;
  for (const bool place : {false, true})
    for (const std::string& text : place ? options.places : options.candidates) {
      Result<Wish> wish = place ? parse_place(text) : parse_candidates(text);
      if (!wish) return wish.diag();
      all.push_back(*std::move(wish));
    }
  return all;
}

Result<std::vector<UnitWish>> read_units(const PoolOptions& options) {
  std::vector<UnitWish> all;
  for (const std::string& text : options.units) {
    Result<UnitWish> wish = parse_unit(text);
    if (!wish) return wish.diag();
    if (!is_identifier(wish->unit))
      return Diag{Exit::kUsage, "N2025", "--unit " + text,
                  "'" + wish->unit + "' can't be a member of a C struct", "another name, such as npu"};
    all.push_back(*std::move(wish));
  }
  return all;
}

void add_solver(Subcommand command, SolverOptions& options) {
  command.add_option("--solver", options.solver, "who plans (default: exact): " + join_text(solver_names()))
      .type("NAME")
      .not_empty();
  command
      .add_option("--time-limit", options.time_limit,
                  "stop after so many seconds with the best plan so far, as Ctrl-C does\n"
                  "(default: after a fixed amount of work, about a second)")
      .type("SECONDS")
      .between(0.001, 1e6);
}

Effort effort_of(const SolverOptions& options) {
  Effort effort;
  if (options.time_limit > 0) {
    effort.work = INT64_MAX / 4;
    effort.deadline = std::chrono::steady_clock::now() +
                      std::chrono::microseconds(static_cast<int64_t>(options.time_limit * 1e6));
  }
  return effort;
}

void say_if_interrupted() {
  if (interrupted())
    std::fputs("Interrupted: the search for a better plan ended early; this is the best one so far.\n",
               stderr);
}

}  // namespace nookc
