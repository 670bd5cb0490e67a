#include "nookc/back/emit/empty_pool.h"

#include <algorithm>
#include <limits>

namespace nookc {
namespace {

bool has_cpu(const std::vector<std::string>& units) { return std::ranges::find(units, "cpu") != units.end(); }

}  // namespace

std::string why_empty(const Program& program, size_t pool) {
  const std::vector<PoolUse>& uses = program.scratch_pools;
  if (uses[pool].bytes > 0 || uses[pool].kept_bytes > 0 || uses.size() < 2 || program.buffers.empty())
    return {};
  std::vector<MemoryPool> pools;
  for (const PoolUse& use : uses) pools.push_back(use.pool);
  pools = with_speeds(pools);
  int64_t smallest = std::numeric_limits<int64_t>::max();
  for (const Planned& b : program.buffers) smallest = std::min<int64_t>(smallest, b.buffer.size);
  if (pools[pool].size > 0 && pools[pool].size < smallest)
    return "empty: the smallest buffer has " + std::to_string(smallest) + " bytes";
  if (program.units.empty() && !(has_cpu(pools[pool].readers) && has_cpu(pools[pool].writers)))
    return "empty: the cpu can't read and write it";
  bool after = false;
  for (size_t i = 0; i < pools.size(); ++i) {
    if (uses[i].bytes == 0) continue;
    if (read_cost(pools[i]) + write_cost(pools[i]) < read_cost(pools[pool]) + write_cost(pools[pool]))
      return "empty: with the given speeds " + pools[i].name + " costs less";
    after |= i > pool;
  }
  return after ? "empty: --place, --candidates or its size leave nothing for it"
               : "empty: everything fits in pools before it";
}

}  // namespace nookc
