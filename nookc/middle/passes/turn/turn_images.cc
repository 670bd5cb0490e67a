#include "nookc/middle/passes/turn/turn_images.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "nook/ops/transpose/transpose_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/sliding_filter.h"
#include "nookc/middle/lower/node_memory.h"
#include "nookc/middle/lower/prepare_node.h"
#include "nookc/middle/passes/turn/turn_node.h"

namespace nookc {
namespace {

constexpr int32_t kExchange[] = {0, 2, 1, 3};

bool is_wide(const Tensor& t) {
  return !t.constant() && t.shape.rank == 4 && t.shape.dim[0] == 1 && t.shape.dim[1] > 1 &&
         t.shape.dim[2] > t.shape.dim[1];
}

// The bytes of the lines that a filter reads at once, along the width less those along the height.
int64_t bytes_of_lines(const Graph& graph, const Node& node) {
  Node copy = node;
  const auto filter = sliding_filter(graph, copy);
  if (!filter) return 0;
  const Tensor& x = graph[node.in[0]];
  const int64_t height = x.shape.dim[1], width = x.shape.dim[2], pixel = x.bytes() / (height * width);
  const int64_t rows = std::min<int64_t>(filter->reach(0), height);
  const int64_t columns = std::min<int64_t>(filter->reach(1), width);
  return (rows * width - columns * height) * pixel;
}

bool prepares(const Graph& graph) {
  NodeMemory memory;
  return std::ranges::all_of(graph.nodes, [&](const Node& node) {
    if (node.erased()) return true;
    nook::Arena arena = memory.arena();
    nook::PrepareContext context{arena, nook::kRef, false, {}};
    return static_cast<bool>(prepare_node(graph, node, context));
  });
}

Node move_of(Attrs attrs, std::vector<TensorId> in, TensorId out) {
  Node node;
  node.attrs = std::move(attrs), node.in = std::move(in), node.out = {out};
  return node;
}

class Turner {
 public:
  explicit Turner(Graph& graph) : graph_(graph), constants_(graph), region_(graph.tensors.size()) {
    std::iota(region_.begin(), region_.end(), size_t{0});
  }

  int run() {
    find_regions();
    const size_t tensors = region_.size();
    is_turned_.resize(tensors), readers_.resize(tensors);
    for (size_t i = 0; i < tensors; ++i) {
      const int64_t saved = saved_[root(i)];
      is_turned_[i] = saved > 0 && moves(TensorId{static_cast<uint32_t>(i)});
    }
    for (const Node& node : graph_.nodes)
      if (!node.erased())
        for (const TensorId t : node.in)
          if (t != TensorId::kNone && index(t) < tensors) readers_[index(t)].push_back(&node);
    if (std::ranges::none_of(is_turned_, [](bool turned) { return turned; })) return 0;
    return rebuild();
  }

 private:
  // A tensor in the old and in the new form, and which of the two exist where the next node runs.
  struct Forms {
    TensorId turned = TensorId::kNone;
    bool made_turned = false, has_upright = false, has_turned = false;
  };

  bool moves(TensorId t) const { return may_turn(graph_, t) && !is_one_pixel(graph_[t]); }

  size_t root(size_t t) {
    while (region_[t] != t) t = region_[t] = region_[region_[t]];
    return t;
  }

  // Joins the images of each operator that may change, and sums the bytes that the lines of a region save.
  void find_regions() {
    turns_.resize(graph_.nodes.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i) {
      const Node& node = graph_.nodes[i];
      turns_[i] = turns_exactly(graph_, node);
      size_t first = SIZE_MAX;
      for (const auto* all : {&node.in, &node.out})
        for (const TensorId t : *all) {
          if (!turns_[i] || !moves(t)) continue;
          if (first == SIZE_MAX) first = root(index(t));
          region_[root(index(t))] = first;
        }
      if (first == SIZE_MAX) turns_[i] = false;  // its images are single pixels
    }
    saved_.resize(region_.size());
    for (size_t i = 0; i < graph_.nodes.size(); ++i)
      if (turns_[i] && moves(graph_.nodes[i].in[0]))
        saved_[root(index(graph_.nodes[i].in[0]))] += bytes_of_lines(graph_, graph_.nodes[i]);
  }

  bool is_in_turned_region(const Node& node) const {
    const auto turned = [&](TensorId t) { return is_turned(t); };
    return std::ranges::any_of(node.in, turned) || std::ranges::any_of(node.out, turned);
  }
  bool is_turned(TensorId t) const {
    return t != TensorId::kNone && index(t) < is_turned_.size() && is_turned_[index(t)];
  }

  Forms& forms(TensorId t) {
    Forms& f = forms_[t];
    if (f.turned != TensorId::kNone) return f;
    Tensor other = graph_[t];
    std::swap(other.shape.dim[1], other.shape.dim[2]);
    other.name += "_turned", other.source = -1;
    f.turned = graph_.add(std::move(other));
    f.has_upright = !f.made_turned;
    return f;
  }

  // Moves an image to its other form.
  void exchange(TensorId from, TensorId to) {
    if (is_one_line(graph_[from])) {
      nodes_.push_back(move_of(reshape(), {from}, to));
      return;
    }
    const std::vector<int32_t> order(std::begin(kExchange), std::end(kExchange));
    const TensorId constant = add_integers(graph_, graph_[to].name + "/order", order);
    nodes_.push_back(move_of(Attrs(nook::Transpose::Attrs{}), {from, constant}, to));
  }
  TensorId turned(TensorId t) {
    Forms& f = forms(t);
    if (!std::exchange(f.has_turned, true)) exchange(t, f.turned);
    return f.turned;
  }
  TensorId upright(TensorId t) {
    if (!is_turned(t) || !forms_.contains(t)) return t;
    Forms& f = forms(t);
    if (!std::exchange(f.has_upright, true)) exchange(f.turned, t);
    return t;
  }
  // The result of a node is made in the new form.
  TensorId make_turned(TensorId t) {
    forms_[t].made_turned = true;
    Forms& f = forms(t);
    f.has_turned = true, f.has_upright = false;
    return f.turned;
  }
  bool is_made_turned(TensorId t) const {
    const auto f = forms_.find(t);
    return is_turned(t) && f != forms_.end() && f->second.made_turned;
  }

  void turn(Node node) {
    for (TensorId& t : node.in)
      if (is_turned(t)) t = turned(t);
    turn_node(graph_, node, constants_);
    for (TensorId& t : node.out)
      if (is_turned(t)) t = make_turned(t);
    nodes_.push_back(std::move(node));
    ++count_;
  }

  // A TRANSPOSE of the model takes the place of the one at the border.
  bool absorb_order(Node& node) {
    if (!Graph::attrs<nook::Transpose>(node) || !node.unit.empty()) return false;
    std::vector<int64_t> order = integers_of(graph_, node.in[1]);
    const bool from = is_made_turned(node.in[0]), to = is_turned(node.out[0]);
    if (order.size() != 4 || (!from && !to)) return false;
    if (std::ranges::any_of(order, [](int64_t d) { return d < 0 || d > 3; })) return false;
    if (to) std::swap(order[1], order[2]);
    if (from)
      for (int64_t& d : order) d = kExchange[d];
    node.in[0] = from ? forms(node.in[0]).turned : upright(node.in[0]);
    const std::vector<int32_t> numbers(order.begin(), order.end());
    node.in[1] = add_integers(graph_, graph_[node.in[1]].name, numbers);
    if (to) node.out[0] = make_turned(node.out[0]);
    nodes_.push_back(std::move(node));
    return true;
  }

  bool is_output(TensorId t) const { return std::ranges::find(graph_.outputs, t) != graph_.outputs.end(); }

  // Whether each output of the layer depends on all elements of operand 0, by constant weights of integers.
  bool reads_all(const Node& node, int32_t elements) const {
    if (node.erased() || op_code(node) != nook::OpCode::kFullyConnected || !node.unit.empty()) return false;
    const Tensor &x = graph_[node.in[0]], &w = graph_[node.in[1]];
    const bool integers = x.type == nook::DType::kS8 || x.type == nook::DType::kS16;
    return integers && w.constant() && w.shape.rank == 2 && w.shape.dim[1] == elements &&
           x.shape.elements() == elements && std::ranges::count(node.in, node.in[0]) == 1;
  }

  // Dense layers after a RESHAPE, or without one.
  bool absorb_columns(Node& node) {
    if (node.in.empty() || !is_made_turned(node.in[0]) || !node.unit.empty()) return false;
    const TensorId x = node.in[0];
    const nook::Shape shape = graph_[x].shape;
    if (reads_all(node, shape.elements())) {
      node.in[0] = forms(x).turned, node.in[1] = constants_.columns(node.in[1], shape);
      nodes_.push_back(std::move(node));
      return true;
    }
    if (!op_row(node).renames || is_output(node.out[0]) || is_turned(node.out[0])) return false;
    const auto& readers = readers_[index(node.out[0])];
    const bool dense = !readers.empty() && std::ranges::all_of(readers, [&](const Node* reader) {
      return reader->in[0] == node.out[0] && reads_all(*reader, shape.elements());
    });
    if (!dense) return false;
    flat_.emplace(node.out[0], shape);
    node.in[0] = forms(x).turned;
    nodes_.push_back(std::move(node));
    return true;
  }

  void stay(Node node) {
    if (node.erased() || absorb_order(node) || absorb_columns(node)) return;
    for (TensorId& t : node.in) t = upright(t);
    if (!node.in.empty())
      if (const auto flat = flat_.find(node.in[0]); flat != flat_.end())
        node.in[1] = constants_.columns(node.in[1], flat->second);
    nodes_.push_back(std::move(node));
  }

  int rebuild() {
    const std::vector<Node> all = graph_.nodes;
    for (size_t i = 0; i < all.size(); ++i)
      turns_[i] && is_in_turned_region(all[i]) ? turn(all[i]) : stay(all[i]);
    for (const TensorId t : graph_.outputs) upright(t);
    graph_.nodes = std::move(nodes_);
    return count_;
  }

  Graph& graph_;
  TurnedConstants constants_;
  std::vector<size_t> region_;  // union-find over tensors
  std::vector<bool> turns_;     // per node
  std::vector<int64_t> saved_;  // per root: bytes of lines
  std::vector<bool> is_turned_;
  std::vector<std::vector<const Node*>> readers_;
  std::map<TensorId, Forms> forms_;
  std::map<TensorId, nook::Shape> flat_;  // results of a RESHAPE of a turned image, with the shape it had
  std::vector<Node> nodes_;
  int count_ = 0;
};

}  // namespace

bool has_wide_images(const Graph& graph) { return std::ranges::any_of(graph.tensors, is_wide); }

int turn_images(Graph& graph) {
  if (!has_wide_images(graph)) return 0;
  Graph turned = graph;
  const int count = Turner(turned).run();
  if (count == 0 || !prepares(turned)) return 0;
  graph = std::move(turned);
  return count;
}

}  // namespace nookc
