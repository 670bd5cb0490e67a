#include "nookc/request/pools.h"

#include "nookc/core/identifier.h"
#include "nookc/core/json.h"
#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/placing/units.h"
#include "nookc/target/parse_pool.h"

namespace nookc {

Result<std::vector<MemoryPool>> read_pools(const PoolOptions& options) {
  std::vector<MemoryPool> all;
  if (!options.file.empty()) {
    const Result<nlohmann::json> json = read_json(
        options.file, {Exit::kUsage, "N2010", options.file, "", "{\"pools\": [{\"name\": \"dtcm\"}]}"});
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
