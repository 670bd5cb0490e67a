#include "nookc/middle/plan/placing/pools_of.h"

#include <algorithm>

#include "nookc/middle/plan/placing/annotate.h"
#include "nookc/middle/plan/solving/task.h"

namespace nookc {
namespace {

// "flash, itcm"
std::string constant_pools(const std::vector<MemoryPool>& pools) {
  std::vector<MemoryPool> constant;
  std::ranges::copy_if(pools, std::back_inserter(constant), &MemoryPool::constant);
  return pool_names(constant);
}

// A name for the pool of constants that stay in the program.
std::string free_name(const std::vector<MemoryPool>& pools) {
  std::string name = "program";
  while (std::ranges::find(pools, name, &MemoryPool::name) != pools.end()) name += "_";
  return name;
}

}  // namespace

Result<std::vector<MemoryPool>> pools_of(const CompileOptions& options) {
  std::vector<MemoryPool> pools = complete_pools(options.pools);
  const std::set<std::string>& asked = options.constants_by_pointer;
  if (asked.empty()) return pools;
  for (const std::string& name : asked) {
    if (name == "*") continue;
    const auto found = std::ranges::find(pools, name, &MemoryPool::name);
    if (found == pools.end() || !found->constant)
      return Diag{Exit::kUsage, "N2024", "--constants-by-pointer",
                  found == pools.end()
                      ? "there is no pool '" + name + "'"
                      : "'" + name + "' is a workspace pool, which the application lends anyway",
                  "constant pools: " + constant_pools(pools)};
  }
  bool rest = false;
  for (MemoryPool& pool : pools) {
    pool.by_pointer = pool.constant && (asked.count("*") || asked.count(pool.name));
    rest |= pool.constant && !pool.by_pointer;
  }
  if (rest) return pools;
  MemoryPool program;
  program.name = free_name(pools);
  program.constant = true;
  pools.push_back(std::move(program));
  return pools;
}

}  // namespace nookc
