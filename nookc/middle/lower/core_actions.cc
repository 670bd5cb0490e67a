#include "nookc/middle/lower/core_actions.h"

#include <algorithm>

#include "nookc/middle/lower/row_stage.h"

namespace nookc {
namespace {

// The bytes of a tensor in the tensor that owns them.
struct TensorBytes {
  TensorId root;
  int32_t from, until;

  bool overlaps(const TensorBytes& other) const {
    return root == other.root && from < other.until && other.from < until;
  }
};

std::vector<TensorBytes> bytes_of(const Program& p, const Storage& storage,
                                  const std::vector<TensorId>& tensors) {
  std::vector<TensorBytes> all;
  for (TensorId t : tensors) {
    if (t == TensorId::kNone || p.graph[t].constant()) continue;
    const int32_t at = storage.offset[index(t)];
    all.push_back({storage.root[index(t)], at, at + p.graph[t].bytes()});
  }
  return all;
}

bool overlap(const std::vector<TensorBytes>& some, const std::vector<TensorBytes>& others) {
  return std::ranges::any_of(some, [&](const TensorBytes& one) {
    return std::ranges::any_of(others, [&](const TensorBytes& other) { return one.overlaps(other); });
  });
}

bool stays_whole(const Program& p, const Call& call) {
  return call.state.kind != Location::Kind::kNone || has_state(p.graph, p.graph.nodes[index(call.node)]) ||
         form_of(call).may_wait;
}

bool are_halves(const Program& p, const Storage& storage, const Call& a, const Call& b) {
  if (a.code != b.code || stays_whole(p, a) || stays_whole(p, b)) return false;
  if (a.code == nook::OpCode::kSlice) return false;  // copies of a few rows, to halves in two buffers
  if (p.graph.nodes[index(a.node)].source != p.graph.nodes[index(b.node)].source) return false;
  const auto read_a = bytes_of(p, storage, a.in_tensors), read_b = bytes_of(p, storage, b.in_tensors);
  const auto made_a = bytes_of(p, storage, a.out_tensors), made_b = bytes_of(p, storage, b.out_tensors);
  return made_a.size() == 1 && made_b.size() == 1 && !overlap(made_a, made_b) && !overlap(made_a, read_b) &&
         !overlap(read_a, made_b);
}

}  // namespace

void pair_calls(Program& p, const Storage& storage) {
  for (size_t i = 0; i + 1 < p.calls.size(); ++i) {
    if (!are_halves(p, storage, p.calls[i], p.calls[i + 1])) continue;
    p.calls[i + 1].step = p.calls[i].step, p.calls[i + 1].core = 1;
    p.cores = 2, ++i;
  }
}

bool ends_for_both(const Program& p, size_t call) {
  if (p.cores < 2 || !form_of(p.calls[call]).may_wait) return false;
  const auto after = p.calls.begin() + static_cast<std::ptrdiff_t>(call);
  return std::any_of(after, p.calls.end(), [](const Call& each) { return each.core == 1; });
}

int32_t handover_bytes(const Program& p) {
  const auto outside = [](const std::vector<bool>& in_scratch) {
    return static_cast<int32_t>(std::ranges::count(in_scratch, false));
  };
  int32_t ended = 0;
  for (size_t i = 0; i < p.calls.size(); ++i)
    if (ends_for_both(p, i)) ended = 8;
  const int32_t inputs = row_stream(p) ? 0 : outside(p.input_in_scratch);  // the first core takes the rows
  return 8 * (inputs + outside(p.output_in_scratch)) + ended;
}

bool has_partner(const Program& p, size_t call) {
  return p.calls[call].core == 1 || (call + 1 < p.calls.size() && p.calls[call + 1].core == 1);
}

CoreActions core_actions(const Program& p) {
  using Kind = CoreAction::Kind;
  CoreActions all;
  std::vector<CoreAction> may_end;  // since the second core's last call
  for (size_t i = 0; i < p.calls.size(); ++i) {
    const CoreAction run{Kind::kCall, i};
    const RowChain* const chain = row_chain(p, i);
    if (chain && chain->stages[0].call != static_cast<int32_t>(i)) continue;
    if (!has_partner(p, i)) {
      all[0].push_back(run);
      if (ends_for_both(p, i)) may_end = {{Kind::kLeave, i}}, all[0].push_back(may_end[0]);
    } else if (p.calls[i].core == 0) {
      all[0].insert(all[0].end(), {{Kind::kSignal}, run, {Kind::kWait}});
    } else {
      all[1].push_back({Kind::kWait});
      all[1].insert(all[1].end(), may_end.begin(), may_end.end()), may_end.clear();
      all[1].insert(all[1].end(), {run, {Kind::kSignal}});
    }
  }
  return all;
}

}  // namespace nookc
