#include "nookc/middle/passes/cut_joins.h"

#include <algorithm>
#include <optional>
#include <set>

#include "nook/ops/slice/slice_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/graph/integers.h"
#include "nookc/middle/passes/drop_dead.h"
#include "nookc/middle/passes/parts.h"

namespace nookc {
namespace {

constexpr size_t kMostSteps = 64;  // nodes between a slice and its piece

// Contiguous bytes of a tensor.
struct Piece {
  TensorId tensor;
  int32_t offset;
};

class JoinCutter {
 public:
  explicit JoinCutter(Graph& graph) : graph_(graph), writer_(graph.tensors.size(), kNone) {
    for (size_t i = 0; i < graph.nodes.size(); ++i)
      for (TensorId t : graph.nodes[i].out) writer_[index(t)] = writer_[index(t)] == kNone ? i : kMany;
  }

  // Makes the slices read their pieces, if `may` allows it for the number of the node.
  template <class May>
  int run(May may) {
    int changes = 0;
    const size_t count = graph_.nodes.size();
    std::vector<Node> all;
    for (size_t i = 0; i < count; ++i) {
      std::vector<size_t> crossed;
      if (const std::optional<Piece> from = source_of(i, crossed); from && may(i) && read(i, *from, all)) {
        ++changes;
        for (const size_t join : crossed) cuts_.push_back({i, join});
      }
      places_.push_back(all.size());
      all.push_back(graph_.nodes[i]);
    }
    if (changes > 0) graph_.nodes = std::move(all);
    return changes;
  }

  // The slices that leave no reader to a CONCATENATION between them and their piece.
  std::set<size_t> that_free_a_join() const {
    const std::vector<bool> live = live_nodes(graph_);
    std::set<size_t> slices;
    for (const Cut& cut : cuts_)
      if (!live[places_[cut.join]]) slices.insert(cut.slice);
    return slices;
  }

 private:
  static constexpr size_t kNone = SIZE_MAX, kMany = SIZE_MAX - 1;

  TensorId data_of(const Node& node) const {
    return node.in[op_row(node).signature.first(nook::Role::kData)];
  }
  bool cuts(const Node& node) const {
    return may_be_view(node) && !op_row(node).signature.many_inputs() && node.out.size() == 1 &&
           node.unit.empty();
  }
  size_t writer(TensorId t) const { return index(t) < writer_.size() ? writer_[index(t)] : kNone; }
  // A constant's slices are computed already, and a variable may have another value when the slice is
  // computed.
  bool lasts(TensorId t) const { return !graph_[t].variable && !graph_[t].constant(); }

  // The operand of a CONCATENATION that holds the piece.
  std::optional<Piece> part_with(const Node& join, int32_t offset, int32_t bytes) const {
    const std::vector<int32_t> parts = parts_of(graph_, join);
    for (size_t k = 0; k < parts.size(); ++k) {
      const int32_t end = parts[k] + graph_[join.in[k]].bytes();
      if (parts[k] <= offset && offset + bytes <= end) return Piece{join.in[k], offset - parts[k]};
    }
    return {};
  }

  // Where the bytes were before the last operator that moved or renamed them.
  std::optional<Piece> before(const Piece& now, int32_t bytes, bool* joined) const {
    const size_t at = writer(now.tensor);
    if (at >= kMany || !lasts(now.tensor)) return {};
    const Node& node = graph_.nodes[at];
    if (!node.unit.empty()) return {};
    if (op_row(node).renames) return Piece{node.in[0], now.offset};
    if (cuts(node)) {
      const std::vector<int32_t> parts = parts_of(graph_, node);
      return parts.empty() ? std::nullopt : std::optional(Piece{data_of(node), now.offset + parts[0]});
    }
    if (!may_be_view(node) || !op_row(node).signature.many_inputs()) return {};
    *joined = true;
    return part_with(node, now.offset, bytes);
  }

  // Where a slice may read its bytes instead, if they were joined to others by the nodes `crossed`.
  std::optional<Piece> source_of(size_t i, std::vector<size_t>& crossed) const {
    const Node& node = graph_.nodes[i];
    if (!cuts(node)) return {};
    Piece at = {data_of(node), 0};
    const size_t maker = writer(at.tensor);
    if (maker >= kMany || graph_[at.tensor].bytes() == graph_[node.out[0]].bytes()) return {};
    if (!op_row(graph_.nodes[maker]).renames && !may_be_view(graph_.nodes[maker])) return {};
    const std::vector<int32_t> parts = parts_of(graph_, node);
    if (parts.empty()) return {};
    at.offset = parts[0];
    std::optional<Piece> found;
    for (size_t looks = 0; looks < kMostSteps; ++looks) {
      bool joined = false;
      const std::optional<Piece> next = before(at, graph_[node.out[0]].bytes(), &joined);
      if (!next || !lasts(next->tensor)) break;
      if (joined) crossed.push_back(writer(at.tensor));
      at = *next;
      if (joined || found) found = at;
    }
    return found;
  }

  // Makes the node read the piece; a slice of another shape precedes it. False: the piece does not consist of
  // rows.
  bool read(size_t i, const Piece& from, std::vector<Node>& all) {
    Node& node = graph_.nodes[i];
    const Tensor source = graph_[from.tensor], out = graph_[node.out[0]];
    nook::Shape rows = source.shape;
    int axis = 0;  // the outermost axis with more than one element
    while (axis + 1 < rows.rank && rows.dim[axis] == 1) ++axis;
    if (rows.rank == 0 || source.type != out.type || nook::size_of(source.type) == 0) return false;
    const int32_t row = source.bytes() / rows.dim[axis];
    if (from.offset % row != 0 || out.bytes() % row != 0) return false;
    node.parts.clear();
    if (out.bytes() == source.bytes()) {
      node.attrs = reshape(), node.in = {from.tensor};
      return true;
    }
    std::vector<int32_t> begin(static_cast<size_t>(rows.rank)), size(rows.dim, rows.dim + rows.rank);
    begin[static_cast<size_t>(axis)] = from.offset / row;
    size[static_cast<size_t>(axis)] = rows.dim[axis] = out.bytes() / row;
    Node slice;
    slice.attrs = nook::Slice::Attrs{}, slice.source = node.source, slice.out = node.out;
    slice.in = {from.tensor, add_integers(graph_, out.name + "_begin", begin),
                add_integers(graph_, out.name + "_size", size)};
    if (rows == out.shape) {
      slice.folded = node.folded;
      node = std::move(slice);
      return true;
    }
    Tensor cut = source.computed("_rows");
    cut.shape = rows;
    slice.out = {graph_.add(std::move(cut))};
    node.attrs = reshape(), node.in = slice.out;
    all.push_back(std::move(slice));
    return true;
  }

  struct Cut {
    size_t slice, join;
  };

  Graph& graph_;
  std::vector<Cut> cuts_;
  std::vector<size_t> places_;  // per node of the model: where it is now
  std::vector<size_t> writer_;  // per tensor of the model: the node that writes it
};

}  // namespace

int cut_joins(Graph& graph) {
  Graph all = graph;
  JoinCutter cutter(all);
  if (cutter.run([](size_t) { return true; }) == 0) return 0;
  const std::set<size_t> slices = cutter.that_free_a_join();
  return JoinCutter(graph).run([&](size_t slice) { return slices.contains(slice); });
}

}  // namespace nookc
