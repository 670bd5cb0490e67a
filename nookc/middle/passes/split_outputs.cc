#include "nookc/middle/passes/split_outputs.h"

#include <algorithm>

#include "nookc/graph/join_attrs.h"

namespace nookc {
namespace {

// Rows `from` to `to` of a constant whose first dimension counts the outputs.
Tensor rows_of(const Tensor& all, int32_t outputs, int32_t from, int32_t to) {
  Tensor part = all;
  const size_t row = all.data->size() / static_cast<size_t>(outputs);
  const auto at = [&](int32_t o) {
    return all.data->begin() + static_cast<std::ptrdiff_t>(row * static_cast<size_t>(o));
  };
  part.name += "_" + std::to_string(from);
  part.source = -1;
  part.data = std::make_shared<Bytes>(at(from), at(to));
  part.shape.dim[0] = to - from;
  if (all.scales.size() > 1) part.scales.assign(all.scales.begin() + from, all.scales.begin() + to);
  return part;
}

// The part of a node for some of its outputs.
Node part_of(Graph& graph, const Node& node, int32_t outputs, int32_t from, int32_t to) {
  Node part = node;
  part.folded.clear(), part.scratch = {};
  for (size_t k = 1; k < node.in.size() && k < 3; ++k)
    if (node.in[k] != TensorId::kNone) {
      Tensor rows = rows_of(graph[node.in[k]], outputs, from, to);
      part.in[k] = graph.add(std::move(rows));
    }
  Tensor y = graph[node.out[0]].computed("_" + std::to_string(from));
  y.narrowed = {};
  y.shape.dim[y.shape.rank - 1] = to - from;
  part.out = {graph.add(std::move(y))};
  return part;
}

// The outputs of each part: as equal as multiples of eight allow.
int32_t outputs_of_part(int32_t outputs, int32_t most) {
  const int32_t parts = (outputs + most - 1) / most, equal = (outputs + parts - 1) / parts;
  return most % 8 == 0 ? std::min(most, (equal + 7) / 8 * 8) : equal;
}

}  // namespace

int32_t outputs_of_layer(const Graph& graph, const Node& node) {
  if (node.erased() || node.out.size() != 1 || !node.unit.empty()) return 0;
  const bool dense = op_code(node) == nook::OpCode::kFullyConnected;
  if (!dense && op_code(node) != nook::OpCode::kConv2D) return 0;
  const Tensor &x = graph[node.in[0]], &w = graph[node.in[1]], &y = graph[node.out[0]];
  if (w.shape.rank != (dense ? 2 : 4) || y.shape.rank < 1) return 0;
  if (!dense && w.shape.back(0) != x.shape.back(0)) return 0;  // in groups
  // The number of scales decides how a float layer with integer weights quantizes x.
  if (x.type == nook::DType::kF32 && w.scales.size() > 1) return 0;
  const int32_t outputs = w.shape.dim[0];
  if (outputs < 1 || y.shape.back(0) != outputs) return 0;
  const auto divides = [&](const Tensor& t) {
    const bool bytes = nook::size_of(t.type) > 0 ||  // for each output; int4: two in a byte
                       (t.type == nook::DType::kS4 && t.shape.elements() / outputs % 2 == 0);
    return t.constant() && t.shape.rank > 0 && t.shape.dim[0] == outputs && bytes &&
           (t.scales.size() <= 1 || t.scales.size() == static_cast<size_t>(outputs));
  };
  const bool biased = node.in.size() > 2 && node.in[2] != TensorId::kNone;
  return divides(w) && (!biased || divides(graph[node.in[2]])) ? outputs : 0;
}

void append_parts(Graph& graph, const Node& node, int32_t most, std::vector<Node>& to) {
  const int32_t outputs = outputs_of_layer(graph, node), step = outputs_of_part(outputs, most);
  Node join;
  join.attrs = concatenation(graph[node.out[0]].shape.rank - 1), join.source = node.source,
  join.folded = node.folded, join.out = node.out;
  for (int32_t from = 0; from < outputs; from += step) {
    to.push_back(part_of(graph, node, outputs, from, std::min(outputs, from + step)));
    join.in.push_back(to.back().out[0]);
  }
  to.push_back(std::move(join));
}

int split_outputs(Graph& graph, const std::map<int32_t, int32_t>& most) {
  int divided = 0;
  std::vector<Node> all;
  for (const Node& node : std::vector<Node>(graph.nodes)) {
    const auto at = node.erased() ? most.end() : most.find(node.source);
    const int32_t outputs = at == most.end() ? 0 : outputs_of_layer(graph, node);
    if (outputs == 0 || at->second >= outputs) {
      all.push_back(node);
      continue;
    }
    append_parts(graph, node, at->second, all);
    ++divided;
  }
  graph.nodes = std::move(all);
  return divided;
}

}  // namespace nookc
