#include "nookc/middle/passes/keep_windows.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/lower/padded.h"
#include "nookc/middle/lower/storage.h"
#include "nookc/middle/passes/make_views.h"
#include "nookc/middle/passes/order/footprint.h"
#include "nookc/middle/passes/parts.h"
#include "nookc/middle/passes/reorder.h"

namespace nookc {
namespace {

constexpr size_t kMostWindows = 64;

// A variable that a node joins to other rows.
struct Candidate {
  TensorId variable, whole;
};

// The node that writes the tensor; nothing if there is none, or several.
std::optional<size_t> sole_writer(const Graph& graph, TensorId t) {
  std::optional<size_t> writer;
  for (size_t i = 0; i < graph.nodes.size(); ++i)
    for (TensorId out : graph.nodes[i].out) {
      if (out != t) continue;
      if (writer) return {};
      writer = i;
    }
  return writer;
}

// Whether nodes use the variable only as the source of data, and one node assigns it, by a copy.
bool only_assigned(const Graph& graph, TensorId t) {
  const std::optional<size_t> assign = sole_writer(graph, t);
  if (!assign || !op_row(graph.nodes[*assign]).renames || graph.is_input(t)) return false;
  return std::ranges::none_of(graph.nodes, [&](const Node& node) {
    for (size_t i = 0; i < node.in.size(); ++i)
      if (node.in[i] == t && op_row(node).signature.at(i).role == nook::Role::kState) return true;
    return false;
  });
}

enum class Through { kNames, kSlices };

// The variable that a tensor is another name of, or rows of; kNone: there is none.
TensorId variable_behind(const Graph& graph, TensorId t, Through through = Through::kNames) {
  for (size_t looks = 0; looks < graph.nodes.size() && t != TensorId::kNone && !graph[t].variable; ++looks) {
    const std::optional<size_t> writer = sole_writer(graph, t);
    if (!writer) return TensorId::kNone;
    const Node& node = graph.nodes[*writer];
    const bool cuts = may_be_view(node) && !op_row(node).signature.many_inputs();
    if (!op_row(node).renames && !(cuts && through == Through::kSlices)) return TensorId::kNone;
    t = node.in[op_row(node).signature.first(nook::Role::kData)];
  }
  return t != TensorId::kNone && graph[t].variable ? t : TensorId::kNone;
}

// Whether the value that is assigned to the variable is this tensor.
bool is_assigned(const Graph& graph, TensorId variable, TensorId whole) {
  TensorId t = graph.nodes[*sole_writer(graph, variable)].in[0];
  for (size_t looks = 0; looks < graph.nodes.size() && t != whole && !graph[t].variable; ++looks) {
    const std::optional<size_t> writer = sole_writer(graph, t);
    if (!writer || !op_row(graph.nodes[*writer]).renames) return false;
    t = graph.nodes[*writer].in[0];
  }
  return t == whole && graph[whole].bytes() == graph[variable].bytes();
}

void add_candidate(const Graph& graph, const Node& join, size_t operand, std::vector<Candidate>& all) {
  const TensorId whole = join.out[0], in = join.in[operand];
  const bool ends = operand == 0 || operand + 1 == join.in.size();
  const TensorId variable = variable_behind(graph, in, ends ? Through::kSlices : Through::kNames);
  const auto same = [&](const Candidate& c) { return c.variable == variable || c.whole == whole; };
  if (variable == TensorId::kNone || std::ranges::any_of(all, same)) return;
  if (graph[variable].placement.requested() || !only_assigned(graph, variable)) return;
  if (variable_behind(graph, in) == variable || is_assigned(graph, variable, whole))
    all.push_back({variable, whole});
}

std::vector<Candidate> find_candidates(const Graph& graph) {
  std::vector<Candidate> all;
  for (const Node& node : graph.nodes) {
    if (node.erased() || !op_row(node).signature.many_inputs() || !may_be_view(node)) continue;
    const TensorId whole = node.out[0];
    if (graph[whole].variable || graph.is_output(whole) || graph[whole].placement.requested()) continue;
    for (size_t k = 0; k < node.in.size(); ++k) add_candidate(graph, node, k, all);
  }
  return all;
}

// Gives the rows that are joined to the variable names of their own, which lie in the window. A copy is left
// where an operand's bytes have to be elsewhere, too. Rows of the variable come first: they move before new
// ones are written where they were.
void name_rows(Graph& graph, size_t join, TensorId variable) {
  std::vector<size_t> order(graph.nodes[join].in.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_partition(order.begin(), order.end(), [&](size_t k) {
    return variable_behind(graph, graph.nodes[join].in[k], Through::kSlices) == variable;
  });
  for (const size_t k : order) {
    const TensorId old = graph.nodes[join].in[k];
    if (variable_behind(graph, old) == variable) continue;
    Tensor rows = graph[old].computed("_kept");
    Node node;
    node.attrs = reshape();
    node.in = {old}, node.out = {graph.add(std::move(rows))};
    graph.nodes[join].in[k] = node.out[0];
    graph.nodes.insert(graph.nodes.begin() + static_cast<std::ptrdiff_t>(join++), std::move(node));
  }
}

// Per tensor: whether it may become another name of `from`, or rows of it, by a node before `end`.
std::vector<bool> possible_names(const Graph& graph, TensorId from, TensorId variable, size_t end) {
  std::vector<bool> names(graph.tensors.size());
  names[index(from)] = true;
  for (size_t i = 0; i < end; ++i) {
    const Node& node = graph.nodes[i];
    const bool may = !node.erased() && (op_row(node).renames || may_be_view(node));
    if (!may || (op_row(node).signature.many_inputs() && node.in.size() > 1)) continue;
    if (!names[index(node.in[op_row(node).signature.first(nook::Role::kData)])]) continue;
    for (TensorId t : node.out) names[index(t)] = t != variable;
  }
  return names;
}

// Moves the assignment of the variable after the last reader of the window. Fails if that changes a value.
bool assign_last(Graph& graph, const Candidate& c) {
  const size_t assign = *sole_writer(graph, c.variable), end = graph.nodes.size();
  const std::vector<bool> window = possible_names(graph, c.whole, c.variable, end);
  const std::vector<bool> old = possible_names(graph, c.variable, c.variable, end);
  size_t last = std::max(assign, *sole_writer(graph, c.whole));
  for (size_t i = assign + 1; i < end; ++i)
    for (TensorId t : graph.nodes[i].in) {
      if (t == c.variable) return false;  // it reads the new value
      if (t != TensorId::kNone && (window[index(t)] || old[index(t)])) last = std::max(last, i);
    }
  const auto at = [&](size_t i) { return graph.nodes.begin() + static_cast<std::ptrdiff_t>(i); };
  if (std::any_of(at(assign), at(last + 1), may_wait)) return false;
  std::rotate(at(assign), at(assign + 1), at(last + 1));
  return true;
}

// Whether a window that its variable fills may change when its rows are joined: nothing needs the old value
// then, and the new one is assigned in the same run.
bool changes_in_time(const Graph& graph, const Candidate& c) {
  const size_t join = *sole_writer(graph, c.whole), assign = *sole_writer(graph, c.variable);
  const size_t first = join - graph.nodes[join].in.size();  // moves the old rows
  const auto at = [&](size_t i) { return graph.nodes.begin() + static_cast<std::ptrdiff_t>(i); };
  if (join > assign || std::any_of(at(first), at(assign), may_wait)) return false;
  const std::vector<bool> old = possible_names(graph, c.variable, c.variable, first);
  for (size_t i = first + 1; i < graph.nodes.size(); ++i)
    for (TensorId t : graph.nodes[i].in) {
      if (t == TensorId::kNone) continue;
      if (t == c.variable ? i < assign : static_cast<bool>(old[index(t)])) return false;
    }
  return true;
}

// The offset of the variable in the window; nothing if the window has it twice.
std::optional<int32_t> offset_in(const Graph& graph, const Candidate& c, const Node& join,
                                 const std::vector<int32_t>& parts) {
  if (is_assigned(graph, c.variable, c.whole)) return 0;
  std::optional<int32_t> offset;
  for (size_t k = 0; k < parts.size(); ++k) {
    if (variable_behind(graph, join.in[k]) != c.variable) continue;
    if (offset) return {};
    offset = parts[k];
  }
  return offset;
}

bool keep(Graph& graph, const Candidate& c) {
  size_t join = *sole_writer(graph, c.whole);
  const std::vector<int32_t> parts = parts_of(graph, graph.nodes[join]);
  if (parts.empty()) return false;
  const std::optional<int32_t> offset = offset_in(graph, c, graph.nodes[join], parts);
  if (!offset) return false;
  name_rows(graph, join, c.variable);
  join = *sole_writer(graph, c.whole);
  graph.nodes[join].parts = parts;
  graph[c.whole].variable = true;
  graph.windows.push_back({c.variable, c.whole, *offset});
  if (!share_storage(graph).view[join]) return false;
  return fills(graph, graph.windows.back()) ? changes_in_time(graph, c) : assign_last(graph, c);
}

// State and scratch together.
int64_t cost(Graph graph) {
  make_views(graph);
  reorder(graph);
  const Storage storage = share_storage(graph);
  int64_t bytes = 0;
  for (size_t i = 0; i < graph.tensors.size(); ++i)
    if (graph.tensors[i].variable && index(storage.root[i]) == i) bytes += padded(graph.tensors[i].bytes());
  return bytes + peak_of(footprint_of(graph, false));
}

Graph with_windows(const Graph& graph, const std::vector<Candidate>& candidates) {
  Graph kept = graph;
  for (const Candidate& c : candidates) {
    Graph more = kept;
    if (keep(more, c)) kept = std::move(more);
  }
  return kept;
}

}  // namespace

int keep_windows(Graph& graph) {
  if (std::ranges::any_of(graph.nodes, [](const Node& node) { return !node.unit.empty(); })) return 0;
  std::vector<Candidate> candidates = find_candidates(graph);
  if (candidates.empty() || candidates.size() > kMostWindows) return 0;
  Graph best = with_windows(graph, candidates);
  int64_t least = cost(best);
  for (size_t i = candidates.size(); i-- > 0 && candidates.size() > 1;) {
    std::vector<Candidate> fewer = candidates;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    Graph without = with_windows(graph, fewer);
    const int64_t bytes = cost(without);
    if (bytes >= least) continue;
    candidates = std::move(fewer), best = std::move(without), least = bytes;
  }
  if (best.windows.empty() || least > cost(graph)) return 0;
  graph = std::move(best);
  return static_cast<int>(graph.windows.size());
}

}  // namespace nookc
