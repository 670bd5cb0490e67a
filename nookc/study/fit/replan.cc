#include "nookc/study/fit/replan.h"

#include <algorithm>

#include "nook/plan/greedy.h"

namespace nookc {

std::optional<int64_t> scratch_with(const Program& program, const Replan& change) {
  if (program.scratch_pools.size() != 1) return {};
  std::vector<nook::Buffer> buffers;
  std::vector<int32_t> now(program.buffers.size(), -1);
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    if (change.without.contains(i)) continue;
    now[i] = static_cast<int32_t>(buffers.size());
    buffers.push_back(program.buffers[i].buffer);
    buffers.back().pinned = nook::kAnywhere;
  }
  buffers.insert(buffers.end(), change.more.begin(), change.more.end());
  std::vector<nook::Separation> separations;
  for (const nook::Separation& s : program.separations) {
    const int32_t upper = now[static_cast<size_t>(s.upper)], lower = now[static_cast<size_t>(s.lower)];
    if (upper >= 0 && lower >= 0) separations.push_back({upper, lower, s.bytes});
  }
  nook::Problem problem;
  problem.buffers = {buffers.data(), buffers.size()};
  problem.separations = {separations.data(), separations.size()};
  std::vector<int32_t> offsets(buffers.size()), order(buffers.size());
  nook::Plan plan{{offsets.data(), offsets.size()}};
  int32_t refused = 0;
  if (nook::plan_greedy(problem, &plan, {order.data(), order.size()}, &refused) != nook::Code::kOk) return {};
  int32_t height = 0;
  for (size_t i = 0; i < buffers.size(); ++i) height = std::max(height, offsets[i] + buffers[i].size);
  // The existing plan stays valid without some of its buffers.
  return change.more.empty() ? std::min(height, program.scratch_bytes) : height;
}

std::vector<nook::Buffer> as_buffers(const Program& program, bool inputs) {
  const Graph& graph = program.graph;
  const std::vector<TensorId>& tensors = inputs ? graph.inputs : graph.outputs;
  const auto kind = inputs ? Location::Kind::kInput : Location::Kind::kOutput;
  const auto last = static_cast<int32_t>(program.calls.size()) + 1;
  std::vector<nook::Buffer> all;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (inputs ? program.input_in_scratch[i] : program.output_in_scratch[i]) continue;
    nook::Buffer buffer{std::max(1, graph[tensors[i]].bytes()), nook::kBufferAlignment, inputs ? 0 : last,
                        inputs ? 0 : last};
    for (const Call& call : program.calls)
      for (const Location& at : inputs ? call.in : call.out) {
        if (at.kind != kind || at.index != static_cast<int32_t>(i)) continue;
        buffer.first = std::min(buffer.first, call.step), buffer.last = std::max(buffer.last, call.step);
      }
    all.push_back(buffer);
  }
  return all;
}

}  // namespace nookc
