#include <algorithm>
#include <numeric>
#include <optional>

#include "nookc/middle/lower/core_actions.h"

namespace nookc {
namespace {

// A call of one core. It knows the calls of the other that ended before it began, by the signals.
struct Timed {
  size_t call;
  size_t ended;  // calls of the other core
};
using Timeline = std::vector<Timed>;

struct Replay {
  const CoreActions& actions;
  size_t at[2] = {0, 0};                    // the next action
  size_t calls[2] = {0, 0};                 // that ended
  size_t known[2] = {0, 0};                 // calls of the other that ended, as far as this core knows
  std::optional<size_t> signalled[2] = {};  // a signal to this core: the calls before it
  Timeline lines[2] = {};
  std::string fault = {};

  bool done() const { return at[0] == actions[0].size() && at[1] == actions[1].size(); }

  // Runs actions of a core until it waits for a missing signal. Returns whether it ran any.
  bool advance(size_t core) {
    using Kind = CoreAction::Kind;
    const size_t start = at[core];
    for (; at[core] < actions[core].size() && fault.empty(); ++at[core]) {
      const CoreAction& action = actions[core][at[core]];
      if (action.kind == Kind::kCall) {
        lines[core].push_back({action.call, known[core]}), ++calls[core];
      } else if (action.kind == Kind::kLeave) {
        continue;  // here, the run goes on
      } else if (action.kind == Kind::kSignal) {
        if (signalled[1 - core]) fault = "two signals, and no wait between";
        signalled[1 - core] = calls[core];
      } else {
        if (!signalled[core]) break;
        known[core] = std::max(known[core], *signalled[core]);
        signalled[core].reset();
      }
    }
    return at[core] > start;
  }
};

bool share(const std::vector<BytesUsed>& some, const std::vector<BytesUsed>& others) {
  return std::ranges::any_of(some, [&](const BytesUsed& one) {
    return std::ranges::any_of(others, [&](const BytesUsed& other) { return one.overlaps(other); });
  });
}

}  // namespace

bool BytesUsed::overlaps(const BytesUsed& other) const {
  return at.kind == other.at.kind && at.index == other.at.index &&
         at.offset < other.at.offset + other.bytes && other.at.offset < at.offset + bytes;
}

CallBytes bytes_of_call(const Program& p, size_t number) {
  const Call& call = p.calls[number];
  CallBytes used;
  const auto add = [&](TensorId t, const Location& at, std::vector<BytesUsed>& to) {
    if (t != TensorId::kNone && at.kind != Location::Kind::kNone && at.kind != Location::Kind::kConstant)
      to.push_back({at, p.graph[t].bytes()});
  };
  for (size_t k = 0; k < call.in.size(); ++k) add(call.in_tensors[k], call.in[k], used.reads);
  for (size_t k = 0; k < call.out.size(); ++k) add(call.out_tensors[k], call.out[k], used.writes);
  if (call.op.scratch > 0)
    used.writes.push_back(
        {{Location::Kind::kScratch, call.scratch_pool, call.scratch_offset}, call.op.scratch});
  if (call.state.kind == Location::Kind::kKept) used.writes.push_back({call.state, call.op.state_bytes});
  return used;
}

namespace {

// The actions of a run that ends at a kLeave of the first core.
CoreActions until(const CoreActions& all, size_t leave) {
  using Kind = CoreAction::Kind;
  const size_t call = all[0][leave].call;
  const auto ended = std::ranges::find_if(
      all[1], [&](const CoreAction& action) { return action.kind == Kind::kLeave && action.call >= call; });
  CoreActions some = {std::vector(all[0].begin(), all[0].begin() + static_cast<std::ptrdiff_t>(leave)),
                      std::vector(all[1].begin(), ended)};
  some[0].insert(some[0].end(), {{Kind::kSignal}, {Kind::kWait}});
  some[1].push_back({Kind::kSignal});
  return some;
}

// The bytes of each call, with the handover: the second core reads its pointers before its first
// call, and after a kLeave whether the run has ended.
std::vector<CallBytes> all_bytes(const Program& p, const CoreActions& actions) {
  using Kind = CoreAction::Kind;
  std::vector<CallBytes> bytes;
  for (size_t i = 0; i < p.calls.size(); ++i) bytes.push_back(bytes_of_call(p, i));
  if (p.handover.kind != Location::Kind::kScratch) return bytes;
  const BytesUsed handover{p.handover, handover_bytes(p)};
  for (const CoreAction& action : actions[0])
    if (action.kind == Kind::kLeave) bytes[action.call].writes.push_back(handover);
  bool reads = true;
  for (const CoreAction& action : actions[1]) {
    if (action.kind == Kind::kLeave) reads = true;
    if (action.kind == Kind::kCall && reads) bytes[action.call].reads.push_back(handover), reads = false;
  }
  return bytes;
}

// The handover keeps its bytes until the second core has read them for the last time.
bool overwrites_handover(const Program& p, const CoreActions& actions, const std::vector<CallBytes>& bytes) {
  if (p.handover.kind != Location::Kind::kScratch) return false;
  const BytesUsed handover{p.handover, handover_bytes(p)};
  size_t last = 0;
  for (const CoreAction& action : actions[1])
    if (action.kind == CoreAction::Kind::kLeave) last = action.call;
  for (size_t i = 0; i < last; ++i)
    if (!ends_for_both(p, i) && share(bytes[i].writes, {handover})) return true;
  return false;
}

std::string race_in(const Program& p, const CoreActions& actions, const std::vector<CallBytes>& bytes,
                    size_t calls) {
  Replay replay{actions};
  while (replay.fault.empty() && !replay.done())
    if (!replay.advance(0) && !replay.advance(1)) return "a core waits for a signal that nobody sends";
  if (!replay.fault.empty()) return replay.fault;
  const Timeline &first = replay.lines[0], &second = replay.lines[1];
  if (first.size() + second.size() < calls) return "a call is missing";
  for (size_t i = 0; i < first.size(); ++i) {
    // The calls of the second core that neither ended before this one began, nor began after it ended.
    for (size_t k = first[i].ended; k < second.size() && second[k].ended <= i; ++k) {
      const CallBytes &a = bytes[first[i].call], &b = bytes[second[k].call];
      if (share(a.writes, b.writes) || share(a.writes, b.reads) || share(a.reads, b.writes))
        return describe(p.graph, p.graph.nodes[index(p.calls[first[i].call].node)]) + " and " +
               describe(p.graph, p.graph.nodes[index(p.calls[second[k].call].node)]) +
               " use the same bytes at once";
    }
  }
  return replay.known[0] == second.size() ? "" : "a run ends before the second core has";
}

}  // namespace

std::string find_race(const Program& p, const CoreActions& actions) {
  const std::vector<CallBytes> bytes = all_bytes(p, actions);
  if (overwrites_handover(p, actions, bytes)) return "the second core's pointers are overwritten";
  const auto alone = [](size_t calls, const RowChain& chain) { return calls - chain.stages.size() + 1; };
  const size_t all = std::accumulate(p.chains.begin(), p.chains.end(), p.calls.size(), alone);
  std::string race = race_in(p, actions, bytes, all);
  for (size_t i = 0; i < actions[0].size() && race.empty(); ++i)
    if (actions[0][i].kind == CoreAction::Kind::kLeave) race = race_in(p, until(actions, i), bytes, 0);
  return race;
}

}  // namespace nookc
