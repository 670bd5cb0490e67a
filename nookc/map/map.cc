#include "nookc/map/map.h"

#include <algorithm>

#include "nookc/emit/interface.h"
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

nook::Steps steps_of(const RowChain& chain) {
  return {static_cast<int32_t>(chain.stages.front().call) + 1,
          static_cast<int32_t>(chain.stages.back().call) + 1};
}

// From the operator of a chain that makes an image to the last that reads it.
nook::Steps steps_of_ring(const RowChain& chain, TensorId image) {
  nook::Steps steps = steps_of(chain);
  for (const RowStage& stage : chain.stages)
    if (stage.out == image)
      steps = {static_cast<int32_t>(stage.call) + 1, static_cast<int32_t>(stage.call) + 1};
  for (const RowStage& stage : chain.stages)
    for (const RowRead& read : stage.reads)
      if (read.tensor == image) steps.last = std::max(steps.last, static_cast<int32_t>(stage.call) + 1);
  return steps;
}

// "audio" of an input or output, "3 conv_1" of what operator 3 makes.
std::string label_of(const Program& program, TensorId tensor) {
  const Graph& graph = program.graph;
  for (const auto& [ids, names] :
       {std::pair(&graph.inputs, &graph.input_names), std::pair(&graph.outputs, &graph.output_names)})
    if (const auto at = std::ranges::find(*ids, tensor); at != ids->end())
      return (*names)[static_cast<size_t>(at - ids->begin())];
  for (const Call& call : program.calls)
    if (std::ranges::find(call.out_tensors, tensor) != call.out_tensors.end()) {
      const std::string label = operator_label(program, call);
      return label.substr(0, label.find(' ')) + ' ' + operator_short_name(program, call);
    }
  return {};
}

// A buffer of the plan. In the plan a chain is one step, its first.
MapBuffer drawn(const Program& program, const Planned& b) {
  MapBuffer buffer{
      b.name, kind_name(b.buffer.kind), b.offset, b.buffer.size, {{b.buffer.first, b.buffer.last}}};
  buffer.label = b.tensor == TensorId::kNone ? b.name : label_of(program, b.tensor);
  buffer.rows = b.rows;
  for (const RowChain& chain : program.chains) {
    const nook::Steps steps = steps_of(chain);
    if (b.buffer.first > steps.first || b.buffer.last < steps.first) continue;
    buffer.lives[0].last = std::max(b.buffer.last, steps.last);
    if (b.rows > 0) buffer.used = steps_of_ring(chain, b.tensor);
  }
  return buffer;
}

}  // namespace

std::string used_text(const MapPool& pool) { return bytes_text(pool.used) + " in use"; }

std::string least_text(const Map& map) {
  return map.pools.size() > 1 ? "no plan of these buffers is lower" : "no plan is lower";
}

std::string Map::step_name(int32_t step) const {
  const size_t i = static_cast<size_t>(step - first);
  return step >= first && i < step_names.size() ? step_names[i] : "step " + std::to_string(step);
}

Map map_of(const Program& program, const std::string& name) {
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
    map.pools[static_cast<size_t>(b.pool)].buffers.push_back(drawn(program, b));
  finish(map);
  for (const RowChain& chain : program.chains) map.chains.push_back(steps_of(chain));
  std::vector<std::string> names = {"entry"};
  for (const Call& call : program.calls) names.push_back(operator_label(program, call));
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
