#include "nookc/middle/passes/find_images.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "nook/ops/mean/mean_op.h"
#include "nook/ops/pad/pad_op.h"
#include "nook/ops/reduce_max/reduce_max_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/graph/users.h"
#include "nookc/middle/passes/axes.h"

namespace nookc {
namespace {

// The channels of a tensor whose dimensions before them are all reduced; 0: others remain. An image of one
// channel is left alone: kernels take it for one long row.
int32_t channels_of(const nook::Shape& shape, uint32_t axes) {
  int32_t channels = 1, pixels = 1;
  for (int d = 0; d < shape.rank; ++d) {
    if (shape.dim[d] == 1) continue;
    if ((axes >> d & 1) == 0)
      channels *= shape.dim[d];
    else if (channels > 1)
      return 0;
    else
      pixels *= shape.dim[d];
  }
  return pixels > 1 && channels > 1 ? channels : 0;
}

bool is_image(const Tensor& t, int32_t channels) {
  return t.shape.rank == 4 && t.shape.dim[0] == 1 && t.shape.dim[3] == channels;
}

bool same_numbers(const Tensor& a, const Tensor& b) {
  return a.type == b.type && a.scales == b.scales && a.zero_point == b.zero_point;
}

class Finder {
 public:
  explicit Finder(Graph& graph) : graph_(graph), users_(graph) {
    for (const Node& node : graph.nodes)
      if (is_rename(node) && is_row(graph[node.out[0]])) becomes_row_.insert(node.in[0]);
  }

  int run() {
    for (const Node& original : std::vector<Node>(graph_.nodes)) {
      Node node = original;
      for (TensorId& t : node.in)
        if (const auto same = same_.find(t); same != same_.end()) t = same->second;
      if (node.erased() || !node.unit.empty() || !change(node)) nodes_.push_back(std::move(node));
    }
    if (count_ > 0) drop_unread();
    graph_.nodes = std::move(nodes_);
    return count_;
  }

 private:
  bool is_rename(const Node& node) const {
    return !node.erased() && op_row(node).renames && node.unit.empty() &&
           same_numbers(graph_[node.in[0]], graph_[node.out[0]]);
  }
  static bool is_row(const Tensor& t) {
    return t.shape.rank == 4 && t.shape.dim[0] == 1 && t.shape.dim[1] == 1;
  }

  bool change(const Node& node) {
    const bool changed = Graph::attrs<nook::Mean>(node)        ? reduction(node, nook::Mean::Attrs{})
                         : Graph::attrs<nook::ReduceMax>(node) ? reduction(node, nook::ReduceMax::Attrs{})
                         : Graph::attrs<nook::Pad>(node)       ? pad(node)
                                                               : false;
    count_ += changed;
    if (!changed && is_rename(node)) note_same(node);
    return changed;
  }

  // The readers of another name of a row that was found read the row.
  void note_same(const Node& node) {
    const auto row = rows_.find(node.in[0]);
    if (row != rows_.end() && graph_[row->second].shape == graph_[node.out[0]].shape)
      same_.emplace(node.out[0], row->second);
  }

  // Other names of rows that nothing reads any more, which would look like readers of the rows.
  void drop_unread() {
    std::set<TensorId> read(graph_.outputs.begin(), graph_.outputs.end());
    for (size_t i = nodes_.size(); i-- > 0;) {
      Node& node = nodes_[i];
      if (node.erased()) continue;
      if (is_rename(node) && !read.contains(node.out[0]) && !graph_[node.out[0]].variable)
        node = Node{};
      else
        read.insert(node.in.begin(), node.in.end());
    }
  }

  // The image whose bytes `t` has, in its own or another shape; kNone: none is known.
  TensorId known_image(TensorId t, int32_t channels) const {
    while (!is_image(graph_[t], channels)) {
      if (const auto row = rows_.find(t); row != rows_.end()) {
        t = row->second;
        continue;
      }
      const Node* const producer = index(t) < known_ ? users_.producer(t) : nullptr;
      if (!producer || !is_rename(*producer) || graph_[producer->in[0]].variable) return TensorId::kNone;
      t = producer->in[0];
    }
    return graph_[t].constant() ? TensorId::kNone : t;
  }

  TensorId reshaped(TensorId t, const nook::Shape& shape, const char* suffix) {
    Tensor other = graph_[t].computed(suffix);
    other.shape = shape;
    const TensorId to = graph_.add(std::move(other));
    rename(t, to);
    return to;
  }
  void rename(TensorId from, TensorId to) { add(reshape(), {from}, to); }
  void add(Attrs attrs, std::vector<TensorId> in, TensorId out) {
    Node node;
    node.attrs = std::move(attrs), node.in = std::move(in), node.out = {out};
    if (!op_row(node).renames) node.source = std::exchange(source_, -1);
    nodes_.push_back(std::move(node));
  }

  TensorId image_of(TensorId t, int32_t channels) {
    const TensorId image = known_image(t, channels);
    const nook::Shape row = {{1, 1, graph_[t].shape.elements() / channels, channels}, 4};
    return image != TensorId::kNone ? image : reshaped(t, row, "_row");
  }

  // The channels of a reduction that does not name an image's rows and columns; 0: it is another.
  int32_t hidden_channels(const Node& node) const {
    const Tensor& x = graph_[node.in[0]];
    const uint32_t axes = axes_of(graph_, node);
    const int32_t channels = x.constant() ? 0 : channels_of(x.shape, axes);
    return channels > 0 && is_image(x, channels) && (axes & 0b1110u) == 0b0110u ? 0 : channels;
  }

  // uint8 images have arithmetic of their own.
  bool reduction(const Node& node, Attrs of_image) {
    const nook::DType type = graph_[node.in[0]].type;
    const int32_t channels = hidden_channels(node);
    if (channels == 0 || type == nook::DType::kU8) return false;
    source_ = node.source;
    const TensorId image = image_of(node.in[0], channels);
    const TensorId axes = add_integers(graph_, "rows_and_columns", {1, 2});
    add(std::move(of_image), {image, axes}, result(node, {{1, channels}, 2}));
    finish(node);
    return true;
  }

  // A tensor of this shape for the result: the node's own output if it has the shape.
  TensorId result(const Node& node, const nook::Shape& shape) {
    const TensorId y = node.out[0];
    if (graph_[y].shape == shape) return y;
    Tensor other = graph_[y].computed("_of_image");
    other.shape = shape;
    return graph_.add(std::move(other));
  }
  // Gives the result of the last node the shape that it has in the model.
  void finish(const Node& node) {
    const TensorId last = nodes_.back().out[0];
    if (last != node.out[0]) rename(last, node.out[0]);
  }

  bool pad(const Node& node) {
    const Tensor &x = graph_[node.in[0]], &y = graph_[node.out[0]];
    std::vector<int64_t> amounts = integers_of(graph_, node.in[1]);
    if (x.shape.rank != 3 || x.shape.dim[0] != 1 || x.constant() || amounts.size() != 6) return false;
    if (amounts[0] != 0 || amounts[1] != 0 || !becomes_row_.contains(node.out[0])) return false;
    const nook::Shape in = {{1, 1, x.shape.dim[1], x.shape.dim[2]}, 4};
    const nook::Shape out = {{1, 1, y.shape.dim[1], y.shape.dim[2]}, 4};
    source_ = node.source;
    std::vector<int32_t> all = {0, 0};
    for (const int64_t amount : amounts) all.push_back(static_cast<int32_t>(amount));
    const TensorId known = known_image(node.in[0], in.dim[3]);
    const bool is_known = known != TensorId::kNone && graph_[known].shape == in;
    const TensorId row = is_known ? known : reshaped(node.in[0], in, "_row");
    const TensorId paddings = add_integers(graph_, "paddings", {{4, 2}, 2}, all);
    const TensorId padded = result(node, out);
    add(node.attrs, {row, paddings}, padded);
    finish(node);
    rows_.emplace(node.out[0], padded);
    return true;
  }

  Graph& graph_;
  const Users users_;
  const size_t known_ = graph_.tensors.size();  // to users_
  std::set<TensorId> becomes_row_;              // tensors that a RESHAPE makes an image of one row
  std::map<TensorId, TensorId> rows_;           // the rows that were found for tensors in another shape
  std::map<TensorId, TensorId> same_;           // read instead of tensors with the same bytes and shape
  std::vector<Node> nodes_;
  int32_t source_ = -1;  // the changed node's; the first operator in its place gets it
  int count_ = 0;
};

}  // namespace

int find_images(Graph& graph) { return Finder(graph).run(); }

}  // namespace nookc
