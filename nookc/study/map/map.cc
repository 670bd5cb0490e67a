#include "nookc/study/map/map.h"

#include <algorithm>

namespace nookc {
namespace {

std::vector<Extent> extents_of(const MapPool& pool) {
  std::vector<Extent> extents;
  for (const MapBuffer& b : pool.buffers)
    for (const nook::Steps& life : b.lives) extents.push_back({b.offset, b.size, life.first, life.last});
  return extents;
}

}  // namespace

BytesInUse bytes_in_use(const MapPool& pool) { return BytesInUse(extents_of(pool)); }

std::string used_text(const MapPool& pool) { return std::to_string(pool.used) + " bytes in use"; }

std::string grouped(int64_t number) {
  std::string text = std::to_string(number);
  const size_t first = number < 0 ? 1 : 0;
  for (size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string least_text(const Map& map) {
  const auto scratch = std::ranges::count(map.pools, false, &MapPool::kept);
  return scratch > 1 ? "no plan of these buffers is lower" : "no plan is lower";
}

MapHop MapHop::whole() const {
  MapHop windows = *this;
  windows.frames = window;
  for (MapRows& rows : windows.all) {
    rows.computed.clear();
    if (rows.rows > 0) rows.computed.push_back({0, rows.rows - 1});
    rows.rows_computed = rows.rows, rows.macs = rows.macs_of_window;
    rows.kept = {0, -1}, rows.state_bytes = 0;
  }
  return windows;
}

std::string Map::step_name(int32_t step) const {
  const size_t i = static_cast<size_t>(step - first);
  return step >= first && i < step_names.size() ? step_names[i] : "step " + std::to_string(step);
}

std::string node_number(int64_t node) { return node < 0 ? "-" : std::to_string(node); }

std::string MapOperator::label() const { return node_number(node) + ' ' + kind + ' ' + name; }

std::string Map::step_number(int32_t step) const {
  const size_t i = static_cast<size_t>(step - first);
  if (step < first || i >= step_names.size()) return std::to_string(step);
  return step_names[i].substr(0, step_names[i].find(' '));
}

void settle(Map& map) {
  bool any = false;
  for (MapPool& pool : map.pools) {
    const std::vector<Extent> extents = extents_of(pool);
    for (const Extent& e : extents) {
      map.first = any ? std::min(map.first, e.first) : e.first;
      map.last = any ? std::max(map.last, e.last) : e.last;
      any = true;
    }
    if (pool.peak < 0) pool.peak = peak_of(extents).step;
    pool.used = pool.peak < 0 ? 0 : BytesInUse(extents).at(pool.peak);
  }
  for (const MapBars& bars : map.bars)
    for (const MapBar& bar : bars.bars) {
      map.first = any ? std::min(map.first, bar.step) : bar.step;
      map.last = any ? std::max(map.last, bar.step) : bar.step;
      any = true;
    }
  for (MapPool& pool : map.pools) pool.peak = std::max(pool.peak, map.first);
}

void set_times(Map& map, const std::vector<double>& milliseconds) {
  double sum = 0;
  map.starts = {0};
  for (int64_t step = map.first; step <= map.last; ++step) {
    const auto op = static_cast<size_t>(step - 1);  // step 0 is the entry
    sum += step > 0 && op < milliseconds.size() ? milliseconds[op] : 0;
    map.starts.push_back(sum);
  }
  if (sum <= 0) map.starts.clear();
}

Map map_of(const Task& task, const TaskPlan& plan) {
  const Solution& s = plan.solution;
  Map map;
  map.title = task.source;
  map.subtitle = grouped(s.height()) + " bytes, planned by solver " + plan.solver +
                 (s.optimal ? ", proved optimal" : "");
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
  settle(map);
  return map;
}

}  // namespace nookc
