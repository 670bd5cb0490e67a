#include "nookc/cli/pool_options.h"

#include "nookc/core/read_file.h"
#include "nookc/core/text.h"
#include "nookc/target/parse_pool.h"

namespace nookc {
namespace {

CLI::Option* add_list(CLI::App* command, const std::string& name, std::vector<std::string>& to,
                      const std::string& type, const std::string& what) {
  return command->add_option(name, to, what)
      ->expected(1)
      ->type_name(type)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(not_empty());
}

}  // namespace

void add_pools(CLI::App* command, PoolOptions& options) {
  add_list(
      command, "--workspace-pool", options.workspace, "POOL",
      "a memory for scratch (repeatable, the preferred first):\n"
      "name=dtcm,size=64KiB,section=.dtcm; also hint, align, readers,\n"
      "writers, clock, read_bandwidth, write_bandwidth, read_latency,\nwrite_latency (default: name=sram)");
  add_list(command, "--constant-pool", options.constant, "POOL",
           "a memory for constants, likewise (default: name=flash)");
  command->add_option("--pools", options.file, "JSON with such pools, see docs/planning.md")
      ->type_name("FILE")
      ->check(not_empty());
}

void add_wishes(CLI::App* command, PoolOptions& options) {
  add_list(command, "--place", options.places, "TENSOR=POOL[@OFFSET]", "where a tensor must be (repeatable)");
  add_list(command, "--candidates", options.candidates, "WHAT=POOL,POOL",
           "where tensors may be, the preferred first (repeatable):\n"
           "a tensor, op:3, or all of a kind like CONV_2D");
}

Result<std::vector<MemoryPool>> read_pools(const PoolOptions& options) {
  std::vector<MemoryPool> all;
  if (!options.file.empty()) {
    const Result<std::vector<std::byte>> bytes = read_file(options.file);
    if (!bytes) return bytes.diag();
    const auto* text = reinterpret_cast<const char*>(bytes->data());
    const auto json = nlohmann::json::parse(text, text + bytes->size(), nullptr, false);
    if (json.is_discarded())
      return Diag{Exit::kUsage, "N2010", options.file, "it is no JSON",
                  "{\"pools\": [{\"name\": \"dtcm\"}]}"};
    Result<std::vector<MemoryPool>> pools = parse_pools(json);
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

void add_solver(CLI::App* command, SolverOptions& options) {
  command->add_option("--solver", options.solver, "who plans (default: exact): " + join_text(solver_names()))
      ->type_name("NAME")
      ->check(not_empty());
  command
      ->add_option("--time-limit", options.time_limit,
                   "stop after so many seconds with the best plan so far\n"
                   "(default: after a fixed amount of work, about a second)")
      ->type_name("SECONDS")
      ->check(CLI::Range(0.001, 1e6).description(""));
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

}  // namespace nookc
