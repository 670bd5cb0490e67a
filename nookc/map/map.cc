#include "nookc/map/map.h"

#include <algorithm>

#include "nookc/lower/in_use.h"

namespace nookc {
namespace {

// The range of steps, and where each pool is fullest.
void finish(Map& map) {
  bool any = false;
  for (MapPool& pool : map.pools) {
    std::vector<Extent> extents;
    for (const MapBuffer& b : pool.buffers)
      for (const nook::Steps& life : b.lives) {
        map.first = any ? std::min(map.first, life.first) : life.first;
        map.last = any ? std::max(map.last, life.last) : life.last;
        any = true;
        extents.push_back({b.offset, b.size, life.first, life.last});
      }
    if (pool.peak < 0) pool.peak = peak_of(extents).step;
    pool.used = pool.peak < 0 ? 0 : bytes_in_use(extents, pool.peak);
  }
  for (MapPool& pool : map.pools) pool.peak = std::max(pool.peak, map.first);
}

std::string bytes_text(int64_t bytes) { return std::to_string(bytes) + " bytes"; }

}  // namespace

std::string used_text(const MapPool& pool) { return bytes_text(pool.used) + " in use"; }

std::string least_text(const Map& map) {
  return map.pools.size() > 1 ? "no plan of these buffers is lower" : "no plan is lower";
}

std::string Map::step_name(int32_t step) const {
  const size_t i = static_cast<size_t>(step - first);
  return step >= first && i < step_names.size() ? step_names[i] : "step " + std::to_string(step);
}

Map map_of(const Program& program, const std::string& name, const std::vector<std::string>& operator_names) {
  Map map;
  map.title = name + " for " + std::string(program.target->name);
  map.subtitle = bytes_text(program.scratch_bytes) + " of scratch, planned by " + program.solver +
                 (program.scratch_optimal ? ", no plan is better" : "");
  for (const PoolUse& use : program.scratch_pools) {
    MapPool pool;
    pool.name = use.pool.name, pool.height = use.bytes, pool.lower_bound = use.lower_bound;
    pool.capacity = use.pool.size;
    pool.peak = peak_of(program, map.pools.size()).step;
    map.pools.push_back(std::move(pool));
  }
  for (const Planned& b : program.buffers)
    map.pools[static_cast<size_t>(b.pool)].buffers.push_back(
        {b.name, kind_name(b.buffer.kind), b.offset, b.buffer.size, {{b.buffer.first, b.buffer.last}}});
  finish(map);
  std::vector<std::string> names = {"entry"};
  names.insert(names.end(), operator_names.begin(), operator_names.end());
  names.push_back("exit");
  for (int32_t step = map.first; step <= map.last && static_cast<size_t>(step) < names.size(); ++step)
    map.step_names.push_back(names[static_cast<size_t>(step)]);
  return map;
}

Map map_of(const Task& task, const TaskPlan& plan) {
  const Solution& s = plan.solution;
  Map map;
  map.title = task.source;
  map.subtitle =
      bytes_text(s.height()) + ", planned by " + plan.solver + (s.optimal ? ", no plan is better" : "");
  for (size_t p = 0; p < task.pools.size(); ++p) {
    MapPool pool;
    pool.name = task.pools[p].name, pool.height = s.heights[p], pool.lower_bound = s.lower_bounds[p];
    pool.capacity = task.pools[p].size;
    map.pools.push_back(std::move(pool));
  }
  for (size_t i = 0; i < task.buffers.size(); ++i) {
    const TaskBuffer& b = task.buffers[i];
    MapBuffer drawn{b.name, kind_name(b.buffer.kind), s.offsets[i], b.buffer.size, {}};
    int32_t from = b.buffer.first;
    for (const nook::Steps& gap : b.gaps) {
      if (gap.first > from) drawn.lives.push_back({from, gap.first - 1});
      from = std::max(from, gap.last + 1);
    }
    if (from <= b.buffer.last) drawn.lives.push_back({from, b.buffer.last});
    map.pools[static_cast<size_t>(s.pools[i])].buffers.push_back(std::move(drawn));
  }
  finish(map);
  return map;
}

}  // namespace nookc
