#include "nookc/middle/passes/recurrent/unrolled.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string_view>

namespace nookc {
namespace {

constexpr size_t kNoCell = SIZE_MAX;

// Numbers of numbered, equal for equal bytes.
class Numbered {
 public:
  explicit Numbered(const Graph& graph) : graph_(graph), numbers_(graph.tensors.size(), -1) {}
  int64_t number(TensorId t) {
    int64_t& own = numbers_[index(t)];
    if (own >= 0) return own;
    const Bytes& data = *graph_[t].data;
    const std::string_view bytes(reinterpret_cast<const char*>(data.data()), data.size());
    const auto next = static_cast<int64_t>(known_.size());
    return own = known_.try_emplace({graph_[t].shape.back(0), bytes}, next).first->second;
  }

 private:
  const Graph& graph_;
  std::vector<int64_t> numbers_;
  std::map<std::pair<int32_t, std::string_view>, int64_t> known_;
};

using Key = std::vector<int64_t>;

Key key_of(const MatrixPart& part, Numbered& numbered) {
  return {numbered.number(part.matrix), part.row, part.column, part.columns};
}

// Equal for cells of one layer, in whatever order they add.
std::vector<Key> key_of(const Cell& cell, Numbered& numbered) {
  std::vector<Key> all = {
      {static_cast<int64_t>(cell.kind), cell.cells, cell.candidate, cell.output, cell.reset_after ? 1 : 0},
      {cell.gate, std::bit_cast<int32_t>(cell.gate_alpha), std::bit_cast<int32_t>(cell.gate_beta)}};
  for (const Sum& gate : cell.gates) {
    const auto begin = static_cast<ptrdiff_t>(all.size());
    for (const Product& product : gate.products) all.push_back(key_of(product.part, numbered));
    for (const BiasPart& bias : gate.biases) all.push_back({numbered.number(bias.vector), bias.from});
    std::sort(all.begin() + begin, all.end());
  }
  return all;
}

struct Neighbors {
  size_t before = kNoCell, after = kNoCell;
};

// The matrix of the first gate that multiplies a source.
Key matrix_of(const Cell& cell, TensorId source, Numbered& numbered) {
  for (const Product& product : cell.gates[0].products)
    if (product.x == source) return key_of(product.part, numbered);
  return {};
}

}  // namespace

TensorId set_last(Cell& cell, TensorId last) {
  cell.last = last;
  return cell.sources[cell.sources[0] == last ? 1 : 0];
}

std::vector<UnrolledLayer> find_unrolled(const Graph& graph, const Users& users) {
  Numbered numbered(graph);
  std::vector<Cell> cells;
  std::vector<std::vector<Key>> keys;
  std::map<TensorId, size_t> made;  // by hidden state
  for (const Node& node : graph.nodes)
    if (std::optional<Cell> cell = cell_of(graph, users, node)) {
      made[cell->hidden] = cells.size();
      keys.push_back(key_of(*cell, numbered));
      cells.push_back(*std::move(cell));
    }
  std::vector<Neighbors> links(cells.size());
  for (size_t i = 0; i < cells.size(); ++i)
    for (TensorId source : cells[i].sources) {
      const auto from = made.find(source);
      if (from == made.end() || links[i].before != kNoCell || links[from->second].after != kNoCell) continue;
      const size_t before = from->second;
      const bool states = cells[i].last_cell == cells[before].cell &&
                          (cells[i].kind != CellKind::kGru || cells[i].last == source);
      const bool lstm = cells[i].kind == CellKind::kLstm;
      if (keys[i] != keys[before] || (lstm ? !states : !states && cells[i].kind == CellKind::kGru)) continue;
      links[i].before = before, links[before].after = i;
      cells[i].last = source;
    }
  std::vector<UnrolledLayer> layers;
  for (size_t i = 0; i < cells.size(); ++i) {
    if (links[i].before != kNoCell || links[i].after == kNoCell) continue;
    const Cell& second = cells[links[i].after];
    const Key matrix = matrix_of(second, second.last, numbered);
    for (TensorId source : cells[i].sources)
      if (matrix_of(cells[i], source, numbered) == matrix) cells[i].last = source;
    UnrolledLayer layer;
    for (size_t k = i; k != kNoCell; k = links[k].after) {
      layer.x.push_back(set_last(cells[k], cells[k].last));
      layer.cells.push_back(cells[k]);
    }
    layers.push_back(std::move(layer));
  }
  return layers;
}

}  // namespace nookc
