#include "nookc/middle/live/live_ranges.h"

#include <numeric>

#include "nookc/middle/lower/unit_calls.h"

namespace nookc {
namespace {

// Steps of a program in which call i is step i + `first`.
struct Steps {
  const Program& p;
  const Storage& storage;
  int32_t first;

  int32_t of(size_t call) const { return static_cast<int32_t>(call) + first; }
  TensorId root(TensorId t) const { return storage.root[index(t)]; }
};

// A tensor that exists before a loop and is used in it is used again in the next iteration: no call in the
// loop may overwrite it as if this were its last use. `hold`: extends the range of a root, if it has one, as
// far as `until`.
template <class Ranges, class Hold>
void hold_over_loop(const Steps& steps, size_t begin, size_t end, const Ranges& ranges, Hold hold) {
  const int32_t first = steps.of(steps.p.marks[begin].call), last = steps.of(steps.p.marks[end].call) - 1;
  std::set<TensorId> used;
  for (size_t i = begin; i < end; ++i)  // a condition may be used before the first call of the loop
    if (in_scratch(steps.p, steps.p.marks[i].tensor)) used.insert(steps.root(steps.p.marks[i].tensor));
  ranges([&](TensorId root, const LiveRange& range) {
    if (range.last >= first) used.insert(root);
  });
  for (const TensorId root : used) hold(root, first, last);
}

// touch(root, step) for each condition, which is read after the call that precedes its mark, then
// hold(root, first, last) for each tensor used in a loop from step `first` to `last`; ranges(visit) visits
// all ranges.
template <class Touch, class Ranges, class Hold>
void touch_marks(const Steps& steps, Touch touch, const Ranges& ranges, Hold hold) {
  std::vector<size_t> loops;
  for (size_t i = 0; i < steps.p.marks.size(); ++i) {
    const CallMark& mark = steps.p.marks[i];
    if (in_scratch(steps.p, mark.tensor)) touch(steps.root(mark.tensor), steps.of(mark.call) - 1);
    if (mark.kind == RegionMark::Kind::kLoop) loops.push_back(i);
    if (mark.kind != RegionMark::Kind::kEndLoop) continue;
    hold_over_loop(steps, loops.back(), i, ranges, hold);
    loops.pop_back();
  }
}

// Whether a range that begins before a loop ends inside of it; then it lasts as long as the loop.
bool hold(LiveRange& range, int32_t first, int32_t last) {
  if (range.first >= first || range.last > last) return false;
  range.last = last;
  return true;
}

void touch_marks(const Program& p, const Storage& storage, ScratchRanges& ranges) {
  const auto touch = [&](TensorId root, int32_t step) {
    ranges.of[root].touch(step);
    ranges.held.insert(root);
  };
  const auto each = [&](const auto& visit) {
    for (const auto& [root, range] : ranges.of) visit(root, range);
  };
  touch_marks(Steps{p, storage, 1}, touch, each, [&](TensorId root, int32_t first, int32_t last) {
    if (hold(ranges.of[root], first, last)) ranges.held.insert(root);
  });
}

void touch_marks(const Program& p, const Storage& storage, std::vector<WholeTensor>& tensors) {
  const auto touch = [&](TensorId root, int32_t call) {
    WholeTensor& tensor = tensors[index(root)];
    tensor.last = std::max(tensor.last, call), tensor.held = true;
  };
  const auto each = [&](const auto& visit) {
    for (size_t i = 0; i < tensors.size(); ++i)
      if (tensors[i].bytes > 0) visit(TensorId{static_cast<uint32_t>(i)}, tensors[i]);
  };
  touch_marks(Steps{p, storage, 0}, touch, each, [&](TensorId root, int32_t first, int32_t last) {
    WholeTensor& tensor = tensors[index(root)];
    if (hold(tensor, first, last)) tensor.held = true;
  });
}

}  // namespace

LiveBytes::LiveBytes(int32_t begin, int32_t end, const std::vector<std::pair<LiveRange, int64_t>>& ranges)
    : begin_(begin),
      begun_(static_cast<size_t>(end - begin) + 2),
      ended_(static_cast<size_t>(end - begin) + 2) {
  for (const auto& [range, bytes] : ranges) {
    if (range.last < std::max(begin, range.first) || range.first > end) continue;
    begun_[static_cast<size_t>(std::max(begin, range.first) - begin) + 1] += bytes;
    ended_[static_cast<size_t>(std::min(end, range.last) - begin) + 1] += bytes;
  }
  std::partial_sum(begun_.begin(), begun_.end(), begun_.begin());
  std::partial_sum(ended_.begin(), ended_.end(), ended_.begin());
}

LiveBytes live_bytes(const std::vector<Planned>& buffers, int32_t exit) {
  std::vector<std::pair<LiveRange, int64_t>> ranges;
  for (const Planned& p : buffers)
    ranges.emplace_back(LiveRange{p.buffer.first, p.buffer.last}, p.buffer.size);
  return LiveBytes(0, exit, ranges);
}

std::vector<WholeTensor> whole_tensors(const Program& program, const Storage& storage,
                                       const CompileOptions& options) {
  const Graph& graph = program.graph;
  WholeTensor entry;
  entry.first = -1;
  std::vector<WholeTensor> tensors(graph.tensors.size(), entry);
  std::vector<bool> made(graph.tensors.size());  // per root: some part of it has been produced
  const auto touch = [&](TensorId t, int32_t call, bool makes) {
    if (t == TensorId::kNone || graph[t].constant()) return;
    const TensorId root = storage.root[index(t)];
    WholeTensor& tensor = tensors[index(root)];
    if (makes && !made[index(root)]) tensor.first = call, made[index(root)] = true;
    tensor.last = std::max(tensor.last, call);
    if (program.location[index(root)].kind == Location::Kind::kScratch) tensor.bytes = graph[root].bytes();
  };
  for (TensorId t : graph.inputs) touch(t, -1, true);
  for (size_t i = 0; i < program.calls.size(); ++i) {
    for (TensorId t : program.calls[i].in_tensors) touch(t, static_cast<int32_t>(i), false);
    for (TensorId t : program.calls[i].out_tensors) touch(t, static_cast<int32_t>(i), true);
  }
  const int32_t exit = static_cast<int32_t>(program.calls.size());
  for (TensorId t : graph.outputs)
    touch(t, exit, false), tensors[index(storage.root[index(t)])].output = true;
  for (size_t i = 0; i < graph.inputs.size(); ++i)
    if (options.keeps(graph, i)) touch(graph.inputs[i], exit, false);
  touch_marks(program, storage, tensors);
  return tensors;
}

bool in_scratch(const Program& program, TensorId t) {
  return t != TensorId::kNone && !program.graph[t].constant() &&
         program.location[index(t)].kind == Location::Kind::kScratch;
}

ScratchRanges scratch_ranges(const Program& program, const Storage& storage, const CompileOptions& options) {
  ScratchRanges ranges;
  const Graph& graph = program.graph;
  const int32_t exit = static_cast<int32_t>(program.calls.size()) + 1;
  const auto touch = [&](TensorId t, int32_t step) {
    if (in_scratch(program, t)) ranges.of[storage.root[index(t)]].touch(step);
  };
  // Inputs are live from the entry, and until the exit if they are kept; outputs are live until the exit.
  for (size_t i = 0; i < graph.inputs.size(); ++i) {
    touch(graph.inputs[i], 0);
    if (options.keeps(graph, i)) touch(graph.inputs[i], exit);
  }
  for (TensorId t : graph.outputs) touch(t, exit);
  for (const Call& call : program.calls)
    for (const auto* side : {&call.in_tensors, &call.out_tensors})
      for (TensorId t : *side) touch(t, call.step);
  // Inputs and outputs of a unit's call are live during all of it, because the order in which a device reads
  // and writes is unknown.
  for (const UnitCall& call : unit_calls(program))
    for (const auto* side : {&call.in, &call.out})
      for (TensorId t : *side)
        for (const size_t at : {call.first, call.last}) touch(t, program.calls[at].step);
  touch_marks(program, storage, ranges);
  return ranges;
}

std::vector<LiveRange> live_ranges(const nook::SubgraphView& graph) {
  std::vector<LiveRange> ranges(graph.tensor_count());
  const int32_t exit = static_cast<int32_t>(graph.operator_count()) + 1;
  const auto touch_all = [&](const nook::IndexList& tensors, int32_t step) {
    for (uint32_t i = 0; i < tensors.size(); ++i)
      if (tensors[i] >= 0) ranges[static_cast<size_t>(tensors[i])].touch(step);
  };
  touch_all(graph.inputs(), 0);
  for (uint32_t i = 0; i < graph.operator_count(); ++i) {
    const nook::OperatorView op = graph.op(i);
    for (const nook::IndexList& tensors : {op.inputs(), op.outputs(), op.intermediates()})
      touch_all(tensors, static_cast<int32_t>(i) + 1);
  }
  touch_all(graph.outputs(), exit);
  return ranges;
}

}  // namespace nookc
