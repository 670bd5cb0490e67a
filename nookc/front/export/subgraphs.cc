#include "nookc/front/export/subgraphs.h"

#include <algorithm>
#include <map>
#include <set>

namespace nookc {
namespace {

using Kind = RegionMark::Kind;

// Tensors sorted by number, so that a file depends on nothing else.
using Tensors = std::set<TensorId>;

class Cutter {
 public:
  Cutter(Graph& graph, Subgraphs* to) : graph_(graph), to_(*to) {
    for (const auto& [value, whole] : graph.regions.joined) joined_[whole].push_back(value);
    const Tensors copied(graph.regions.copied.begin(), graph.regions.copied.end());
    for (const Node& node : graph.nodes)
      if (!node.erased() && copied.contains(node.out[0]) && is_copy(node)) source_[node.out[0]] = node.in[0];
    for (Node& node : graph.nodes)
      for (TensorId& in : node.in) in = source(in);
  }

  std::string run() {
    to_.parts.resize(1);
    Tensors free;
    block(0, &free);
    for (const TensorId output : graph_.outputs) to_.parts[0].outputs.push_back(source(output));
    to_.parts[0].inputs = graph_.inputs;
    graph_.outputs = to_.parts[0].outputs;
    return wrong_;
  }

 private:
  // Whether the node only renames its operand: a region then uses the original. A constant must be copied
  // into a result.
  bool is_copy(const Node& node) const {
    if (node.erased() || op_code(node) != nook::OpCode::kReshape || node.in.size() != 1) return false;
    const Tensor &from = graph_[node.in[0]], &made = graph_[node.out[0]];
    return from.shape == made.shape && from.type == made.type && from.scales == made.scales &&
           from.zero_point == made.zero_point && !from.variable && !from.constant();
  }

  TensorId source(TensorId t) const {
    for (auto found = source_.find(t); found != source_.end(); found = source_.find(t)) t = found->second;
    return t;
  }

  // Reads the nodes and regions up to the mark that ends the block; sets `free` to the tensors that they read
  // but do not produce.
  void block(size_t part, Tensors* free) {
    Tensors made;
    const auto keeps = [&](TensorId t) {
      if (t != TensorId::kNone && graph_[t].variable && part > 0)
        wrong_ = "tensor '" + graph_[t].name + "' keeps its value there";
    };
    const auto reads = [&](TensorId t) {
      keeps(t);
      if (t != TensorId::kNone && !graph_[t].constant() && !made.contains(t)) free->insert(t);
    };
    const std::vector<RegionMark>& marks = graph_.regions.marks;
    while (true) {
      const size_t end = mark_ < marks.size() ? marks[mark_].at : graph_.nodes.size();
      for (; node_ < end; ++node_) {
        const Node& node = graph_.nodes[node_];
        if (node.erased() || source_.contains(node.out[0])) continue;
        std::for_each(node.in.begin(), node.in.end(), reads);
        std::for_each(node.out.begin(), node.out.end(), keeps);
        made.insert(node.out.begin(), node.out.end());
        to_.parts[part].steps.push_back({false, node_});
      }
      if (mark_ == marks.size()) return;
      if (marks[mark_].kind == Kind::kDone) {
        ++mark_;
        continue;
      }
      if (marks[mark_].kind != Kind::kIf && marks[mark_].kind != Kind::kLoop) return;
      const ControlCall call = marks[mark_].kind == Kind::kIf ? branches() : loop();
      std::for_each(call.in.begin(), call.in.end(), reads);
      made.insert(call.out.begin(), call.out.end());
      to_.parts[part].steps.push_back({true, to_.calls.size()});
      to_.calls.push_back(call);
    }
  }

  size_t add_part() {
    to_.parts.emplace_back();
    return to_.parts.size() - 1;
  }

  // Adds a region's results, and the tensors that it reads to produce them.
  void give(size_t part, const std::vector<TensorId>& values, Tensors* free) {
    Tensors made;
    for (const SubgraphParts::Step& step : to_.parts[part].steps) {
      const std::vector<TensorId>& out = step.call ? to_.calls[step.at].out : graph_.nodes[step.at].out;
      made.insert(out.begin(), out.end());
    }
    for (const TensorId value : values)
      if (!made.contains(value) && !graph_[value].constant()) free->insert(value);
    to_.parts[part].outputs = values;
  }

  ControlCall branches() {
    ControlCall call;
    call.in = {source(graph_.regions.marks[mark_].condition)};
    Tensors free;
    for (size_t& subgraph : call.subgraphs) {
      ++mark_;  // kIf, then kElse
      subgraph = add_part();
      block(subgraph, &free);
    }
    ++mark_;  // kEndIf
    call.out = graph_.regions.marks[mark_].results;
    for (const size_t which : {0u, 1u}) {
      std::vector<TensorId> values;
      for (const TensorId result : call.out) values.push_back(source(joined_.at(result)[which]));
      give(call.subgraphs[which], values, &free);
    }
    for (const size_t subgraph : call.subgraphs) to_.parts[subgraph].inputs.assign(free.begin(), free.end());
    call.in.insert(call.in.end(), free.begin(), free.end());
    return call;
  }

  ControlCall loop() {
    ControlCall call;
    call.loop = true;
    const std::vector<TensorId> carried = graph_.regions.marks[mark_++].carried;
    Tensors free;
    call.subgraphs[0] = add_part();
    block(call.subgraphs[0], &free);
    give(call.subgraphs[0], {source(graph_.regions.marks[mark_++].condition)}, &free);
    call.subgraphs[1] = add_part();
    block(call.subgraphs[1], &free);
    ++mark_;  // kEndLoop
    std::vector<TensorId> next;
    for (const TensorId t : carried) {
      const std::vector<TensorId>& values = joined_.at(t);  // initially, and after an iteration
      call.in.push_back(source(values[0])), call.out.push_back(t);
      next.push_back(values.size() > 1 ? source(values[1]) : t);
    }
    give(call.subgraphs[1], next, &free);
    for (const TensorId t : carried) free.erase(t);
    for (const TensorId t : free) {
      Tensor same = graph_[t];
      same.name += "_after_loop", same.source = -1;
      call.in.push_back(t), call.out.push_back(graph_.add(std::move(same)));
      to_.parts[call.subgraphs[1]].outputs.push_back(t);
    }
    for (const size_t subgraph : call.subgraphs) {
      std::vector<TensorId>& inputs = to_.parts[subgraph].inputs;
      inputs = carried;
      inputs.insert(inputs.end(), free.begin(), free.end());
    }
    return call;
  }

  Graph& graph_;
  Subgraphs& to_;
  std::map<TensorId, std::vector<TensorId>> joined_;  // the sources of a tensor's bytes, in order
  std::map<TensorId, TensorId> source_;               // original of a copy
  size_t mark_ = 0, node_ = 0;
  std::string wrong_;
};

}  // namespace

std::string cut_into_subgraphs(Graph& graph, Subgraphs* to) { return Cutter(graph, to).run(); }

}  // namespace nookc
