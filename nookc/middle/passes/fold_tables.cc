#include "nookc/middle/passes/fold_tables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "nook/ops/lookup/lookup_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/users.h"
#include "nookc/middle/passes/evaluate.h"

namespace nookc {
namespace {

constexpr size_t kMostFolded = 64;  // operators per table, which bounds the time for hostile models

bool has_table(const Node& node) {
  return std::ranges::any_of(op_row(node).forms, [](const nook::FormRow& form) {
    return std::string_view(form.type) == nook::UnaryS8<nook::Lookup>::kType;
  });
}

// Operators that work elementwise: each element of the result depends on one element of each operand.
bool acts_on_elements(const Node& node) {
  using enum nook::OpCode;
  static constexpr nook::OpCode kWithoutTables[] = {
      kRelu, kRelu6, kQuantize, kAdd, kSub, kMul, kDiv, kMaximum, kMinimum, kPrelu, kSquaredDifference,
      // in floating point
      kDequantize, kReluN1To1, kRelu0To1, kNeg, kAbs, kExp, kLog, kSqrt, kRsqrt, kSin, kCos, kElu, kGelu,
      kHardSwish, kLeakyRelu, kLogistic, kTanh, kRound, kFloor, kCeil, kSquare, kSign, kPow, kFloorDiv,
      kFloorMod, kCast, kEqual, kNotEqual, kLess, kLessEqual, kGreater, kGreaterEqual, kLogicalAnd,
      kLogicalOr, kLogicalNot, kSelect, kSelectV2};
  return std::ranges::find(kWithoutTables, op_code(node)) != std::end(kWithoutTables) || has_table(node);
}

bool is_bytes(const Tensor& t) { return t.type == nook::DType::kS8 && t.scales.size() == 1 && !t.variable; }

// Whether its elements are numbers of their own: float, or int8 with one scale.
bool is_inside(const Tensor& t) {
  return t.type == nook::DType::kS8 ? is_bytes(t) : !t.variable && t.scales.size() <= 1;
}

// Whether all elements of a constant have the same value: it is a single number.
bool is_number(const Tensor& t) {
  const int32_t elements = t.shape.elements();
  if (!t.constant() || elements < 1) return false;
  const size_t element = t.data->size() / static_cast<size_t>(elements);
  return element > 0 &&
         std::equal(t.data->begin() + static_cast<ptrdiff_t>(element), t.data->end(), t.data->begin());
}

// Whether a node may be part of a table: each of its operands has the shape of the result or is a single
// number. Inside a table, tensors may have any type.
bool is_part(const Graph& graph, const Node& node) {
  if (node.erased() || !node.unit.empty() || node.out.size() != 1 || !acts_on_elements(node)) return false;
  const Tensor& y = graph[node.out[0]];
  bool fits = is_inside(y) && y.shape.elements() > 0;
  for (size_t i = 0; fits && i < node.in.size(); ++i) {
    if (!op_row(node).signature.handed(i)) continue;
    const Tensor& x = graph[node.in[i]];
    fits = is_inside(x) && (is_number(x) || (!x.constant() && x.shape == y.shape));
  }
  return fits;
}

// Nodes that together are a function of one int8 tensor. All except the last feed only other nodes of the
// function, or they are computed in floating point: then nodes of other functions may read them too, and each
// function computes them for its own table.
struct Function {
  TensorId x;
  std::vector<size_t> nodes;  // in rising order
  std::set<size_t> read_by_others;
};

// The nodes that may be part of a table, computed once.
std::vector<bool> all_parts(const Graph& graph) {
  std::vector<bool> parts;
  for (const Node& node : graph.nodes) parts.push_back(is_part(graph, node));
  return parts;
}

// Collects the nodes that produce one result, from the last to the first.
class Collector {
 public:
  Collector(const Graph& graph, const Users& users, const std::vector<bool>& parts)
      : graph_(graph), users_(users), parts_(parts) {}

  // The largest function that ends with node `last`; without nodes if no function of several nodes does.
  Function ending_with(size_t last) {
    Function best{TensorId::kNone, {}, {}};
    for (std::optional<size_t> next = last; next && nodes_.size() < kMostFolded; next = next_producer()) {
      take(*next);
      if (open_.size() == 1 && is_bytes(graph_[open_.begin()->first]))
        best = {open_.begin()->first, nodes_, read_by_others_};
    }
    std::ranges::sort(best.nodes);
    return best;
  }

 private:
  void take(size_t at) {
    const Node& node = graph_.nodes[at];
    nodes_.push_back(at);
    const auto read = open_.find(node.out[0]);
    const bool stays = read != open_.end() && users_.uses(node.out[0]) != read->second.by_function;
    if (stays) read_by_others_.insert(at);
    if (read != open_.end()) open_.erase(read);
    for (const TensorId t : node.in) {
      if (t == TensorId::kNone || graph_[t].constant()) continue;
      ++open_[t].reads;
      open_[t].by_function += !stays;
    }
  }

  // The producer of a tensor that only collected nodes read, otherwise of one in floating point.
  std::optional<size_t> next_producer() const {
    for (const bool shared : {false, true})
      for (const auto& [tensor, read] : open_) {
        if (shared ? is_bytes(graph_[tensor]) : users_.uses(tensor) != read.reads) continue;
        const Node* const node = users_.producer(tensor);
        const size_t at = node ? static_cast<size_t>(node - graph_.nodes.data()) : 0;
        if (node && parts_[at]) return at;
      }
    return {};
  }

  const Graph& graph_;
  const Users& users_;
  const std::vector<bool>& parts_;
  struct Reads {
    int reads = 0;        // operands of collected nodes
    int by_function = 0;  // likewise, but only of nodes that disappear with the function
  };
  std::vector<size_t> nodes_;
  std::set<size_t> read_by_others_;
  std::map<TensorId, Reads> open_;  // tensors that collected nodes read but do not produce
};

// Whether a table is better than the operators. `fast`: it may take some more flash than two of them.
bool is_better(const Graph& graph, const Function& f, bool fast) {
  if (f.nodes.size() < 2) return false;
  if (std::ranges::any_of(f.nodes, [&](size_t at) { return !is_bytes(graph[graph.nodes[at].out[0]]); }))
    return true;  // code in floating point disappears
  const auto tables = std::ranges::count_if(f.nodes, [&](size_t at) { return has_table(graph.nodes[at]); });
  const Tensor& y = graph[graph.nodes[f.nodes.back()].out[0]];
  return tables > 0 || f.nodes.size() > kMostUntabled || (fast && y.shape.elements() >= kManyElements);
}

// A single node on tensors of 256 elements.
struct Probe {
  Graph graph;
  Node node;

  Probe(const Graph& from, const Node& of) : node(of) {
    graph.description = from.description;
    const auto add = [&](TensorId& t) {
      Tensor tensor = from[t];
      if (is_number(tensor)) {
        const int32_t elements = tensor.shape.elements();
        const auto begin = tensor.data->begin();
        tensor.data =
            std::make_shared<Bytes>(begin, begin + static_cast<ptrdiff_t>(tensor.data->size()) / elements);
        tensor.shape = {{1}, 1};
      } else if (!tensor.constant()) {
        const uint8_t rank = std::max<uint8_t>(1, tensor.shape.rank);
        tensor.shape = {{1, 1, 1, 1, 1, 1}, rank};
        tensor.shape.dim[rank - 1] = NOOK_LOOKUP_SIZE;
      }
      t = graph.add(std::move(tensor));
    };
    for (TensorId& t : node.in)
      if (t != TensorId::kNone) add(t);
    for (TensorId& t : node.out) add(t);
  }
};

// The function's results for -128 to 127; empty if prepare() refuses one of its nodes.
Bytes table_of(const Graph& graph, const Function& f) {
  std::map<TensorId, Bytes> made;
  Bytes& all = made[f.x];
  for (int i = -128; i < 128; ++i) all.push_back(static_cast<std::byte>(i));
  for (const size_t at : f.nodes) {
    const Node& node = graph.nodes[at];
    std::vector<const void*> in;
    for (const TensorId t : node.in)
      in.push_back(t == TensorId::kNone  ? nullptr
                   : graph[t].constant() ? graph[t].data->data()
                                         : made.at(t).data());
    const Probe probe(graph, node);
    std::vector<Bytes> result = evaluate(probe.graph, probe.node, std::move(in));
    if (result.empty()) return {};
    made[node.out[0]] = std::move(result[0]);
  }
  return made.at(graph.nodes[f.nodes.back()].out[0]);
}

Tensor as_constant(const Graph& graph, const Node& node, Bytes table) {
  Tensor t = graph[node.out[0]];
  t.name += "/table";
  t.shape = {{NOOK_LOOKUP_SIZE}, 1};
  t.source = -1, t.placement = {}, t.narrowed = {};
  t.data = std::make_shared<Bytes>(std::move(table));
  return t;
}

void replace(Graph& graph, const Function& f, Bytes table) {
  Node& last = graph.nodes[f.nodes.back()];
  const TensorId constant = graph.add(as_constant(graph, last, std::move(table)));
  last.attrs = nook::Lookup::Attrs{};
  last.version = 1;
  last.in = {f.x, constant};
  for (const size_t at : f.nodes) {
    Node& node = graph.nodes[at];
    if (&node == &last || f.read_by_others.contains(at)) continue;
    if (node.source >= 0) last.folded.push_back(node.source);
    last.folded.insert(last.folded.end(), node.folded.begin(), node.folded.end());
    node = Node{};
  }
}

int fold(Graph& graph, bool fast) {
  const Users users(graph);
  const std::vector<bool> parts = all_parts(graph);
  std::set<size_t> taken;
  std::vector<Function> functions;
  for (size_t at = graph.nodes.size(); at-- > 0;) {
    if (taken.contains(at) || !parts[at] || !is_bytes(graph[graph.nodes[at].out[0]])) continue;
    Function f = Collector(graph, users, parts).ending_with(at);
    if (!is_better(graph, f, fast)) continue;
    for (const size_t node : f.nodes)
      if (!f.read_by_others.contains(node)) taken.insert(node);
    functions.push_back(std::move(f));
  }
  int folded = 0;
  for (const Function& f : functions) {
    Bytes table = table_of(graph, f);
    if (table.empty()) continue;
    invariant(table.size() == 256, "a table has a result for each value of a byte");
    replace(graph, f, std::move(table));
    ++folded;
  }
  return folded;
}

}  // namespace

int fold_tables(Graph& graph) { return fold(graph, false); }
int fold_tables_for(Graph& graph, const KernelChoice& choice) { return fold(graph, !choice.compact); }

}  // namespace nookc
