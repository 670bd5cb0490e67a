#include "nookc/middle/passes/recurrent/cells.h"

#include <algorithm>
#include <tuple>

#include "nook/ops/families/recurrent.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"
#include "nookc/middle/passes/recurrent/hard_sigmoid.h"

namespace nookc {
namespace {

using nook::OpCode;

struct CellFunction {
  int32_t kind;
  TensorId of;
};
using TwoOperands = std::pair<TensorId, TensorId>;

std::optional<CellFunction> function_of(CellReader& reader, TensorId t) {
  constexpr std::pair<OpCode, int32_t> kKinds[] = {{OpCode::kLogistic, kNookRecurrentSigmoid},
                                                   {OpCode::kTanh, kNookRecurrentTanh},
                                                   {OpCode::kRelu, kNookRecurrentRelu}};
  for (const auto& [code, kind] : kKinds)
    if (const Node* const node = reader.made_by(reader.root(t), code)) return CellFunction{kind, node->in[0]};
  return {};
}

// The operands of a sum or product, in both orders. Both have the shape of the result: nothing broadcasts.
std::vector<TwoOperands> operands_of(CellReader& reader, TensorId t, OpCode code) {
  const Node* const node = reader.made_by(reader.root(t), code);
  if (!node) return {};
  const Graph& graph = reader.graph();
  const TensorId a = node->in[0], b = node->in[1];
  const int32_t elements = graph[node->out[0]].shape.elements();
  if (graph[a].shape.elements() != elements || graph[b].shape.elements() != elements) return {};
  return {{a, b}, {b, a}};
}

// The function of a gate.
struct GateFunction {
  int32_t kind;
  float alpha, beta;
  TensorId of;
  bool fused;  // see HardSigmoid

  bool operator==(const Cell& cell) const {
    return kind == cell.gate && alpha == cell.gate_alpha && beta == cell.gate_beta;
  }
};

std::optional<GateFunction> gate_function_of(CellReader& reader, TensorId t) {
  if (const auto f = function_of(reader, t); f && f->kind == kNookRecurrentSigmoid)
    return GateFunction{kNookRecurrentSigmoid, 0, 0, f->of, false};
  const auto hard = hard_sigmoid_of(reader, t);
  if (!hard) return {};
  return GateFunction{kNookRecurrentHardSigmoid, static_cast<float>(hard->alpha),
                      static_cast<float>(hard->beta), hard->x, hard->fused};
}

// Reads a gate; false: it is not a sum of products. `fused`: see CellReader::read_sum().
bool read_gate(CellReader& reader, TensorId t, Cell& cell, bool fused = false) {
  Sum sum;
  if (!reader.read_sum(t, 0, cell.cells, &sum, fused) || !sum.others.empty()) return false;
  cell.gates.push_back(std::move(sum));
  return true;
}

// Reads a gate with its function, which is the same for all gates of a cell.
bool read_sigmoid(CellReader& reader, TensorId t, Cell& cell) {
  const auto f = gate_function_of(reader, t);
  if (!f) return false;
  if (cell.gates.empty()) cell.gate = f->kind, cell.gate_alpha = f->alpha, cell.gate_beta = f->beta;
  return *f == cell && read_gate(reader, f->of, cell, f->fused);
}

bool is_sigmoid(CellReader& reader, TensorId t) { return gate_function_of(reader, t).has_value(); }

// The new cell f * last + i * g. Its operators may appear in any order.
bool read_cell(CellReader& reader, TensorId sum, Cell& cell) {
  for (const auto& [kept, added] : operands_of(reader, sum, OpCode::kAdd))
    for (const auto& [i, g] : operands_of(reader, added, OpCode::kMul)) {
      const auto candidate = function_of(reader, g);
      if (!candidate || candidate->kind == kNookRecurrentSigmoid || !is_sigmoid(reader, i)) continue;
      for (const auto& [f, last] : operands_of(reader, kept, OpCode::kMul)) {
        if (!is_sigmoid(reader, f) || is_sigmoid(reader, last)) continue;
        cell.gates.clear();
        cell.candidate = candidate->kind, cell.last_cell = reader.root(last);
        if (read_sigmoid(reader, i, cell) && read_sigmoid(reader, f, cell) &&
            read_gate(reader, candidate->of, cell))
          return true;
      }
    }
  return false;
}

bool read_lstm(CellReader& reader, Cell& cell) {
  for (const auto& [o, shown] : operands_of(reader, cell.hidden, OpCode::kMul)) {
    const auto output = function_of(reader, shown);
    if (!output || output->kind == kNookRecurrentSigmoid || !is_sigmoid(reader, o)) continue;
    cell.kind = CellKind::kLstm, cell.output = output->kind, cell.cell = reader.root(output->of);
    if (read_cell(reader, cell.cell, cell) && read_sigmoid(reader, o, cell)) return true;
  }
  return false;
}

// Whether `t` is 1 - z.
bool is_rest(CellReader& reader, TensorId t, TensorId z) {
  const Node* const node = reader.made_by(reader.root(t), OpCode::kSub);
  if (!node || !reader.graph()[node->in[0]].constant()) return false;
  const std::vector<float> ones = floats_of(reader.graph()[node->in[0]]);
  return !ones.empty() && std::ranges::all_of(ones, [](float x) { return x == 1; }) &&
         reader.root(node->in[1]) == reader.root(z);
}

// z, the hidden state before and the candidate.
struct Mixed {
  TensorId z, last, candidate;
};

// z * last + (1 - z) * candidate.
std::optional<Mixed> mixed_of(CellReader& reader, TensorId hidden) {
  for (const auto& [kept, added] : operands_of(reader, hidden, OpCode::kAdd))
    for (const auto& [z, last] : operands_of(reader, kept, OpCode::kMul)) {
      if (!is_sigmoid(reader, z)) continue;
      for (const auto& [rest, candidate] : operands_of(reader, added, OpCode::kMul))
        if (is_rest(reader, rest, z)) return Mixed{z, reader.root(last), candidate};
    }
  return {};
}

// candidate + z * (last - candidate).
std::optional<Mixed> moved_of(CellReader& reader, TensorId hidden) {
  for (const auto& [candidate, added] : operands_of(reader, hidden, OpCode::kAdd))
    for (const auto& [z, distance] : operands_of(reader, added, OpCode::kMul)) {
      const Node* const sub = reader.made_by(reader.root(distance), OpCode::kSub);
      if (!is_sigmoid(reader, z) || !sub || reader.root(sub->in[1]) != reader.root(candidate)) continue;
      return Mixed{z, reader.root(sub->in[0]), candidate};
    }
  return {};
}

// The candidate's sum, in which the reset gate multiplies a sum over the hidden state.
bool read_reset_after(CellReader& reader, Sum sum, Cell& cell) {
  if (sum.others.size() != 1) return false;
  for (const auto& [r, product] : operands_of(reader, sum.others[0], OpCode::kMul)) {
    if (!is_sigmoid(reader, r)) continue;
    cell.gates.resize(1);
    if (!read_sigmoid(reader, r, cell)) continue;
    sum.others.clear();
    cell.gates.push_back(sum);
    if (read_gate(reader, product, cell)) return cell.reset_after = true;
  }
  return false;
}

// The candidate's sum, in which the reset gate multiplies the hidden state.
bool read_reset_before(CellReader& reader, Sum sum, Cell& cell) {
  for (size_t k = 0; k < sum.products.size(); ++k)
    for (const auto& [r, last] : operands_of(reader, sum.products[k].x, OpCode::kMul)) {
      if (reader.root(last) != cell.last || !is_sigmoid(reader, r)) continue;
      cell.gates.resize(1);
      if (!read_sigmoid(reader, r, cell)) continue;
      Sum hidden;
      hidden.products = {{cell.last, sum.products[k].part}};
      sum.products.erase(sum.products.begin() + static_cast<ptrdiff_t>(k));
      cell.gates.push_back(std::move(sum)), cell.gates.push_back(std::move(hidden));
      return true;
    }
  return false;
}

bool read_gru(CellReader& reader, Cell& cell) {
  std::optional<Mixed> mixed = mixed_of(reader, cell.hidden);
  if (!mixed) mixed = moved_of(reader, cell.hidden);
  const auto candidate = mixed ? function_of(reader, mixed->candidate) : std::nullopt;
  if (!candidate || candidate->kind == kNookRecurrentSigmoid) return false;
  cell.kind = CellKind::kGru, cell.candidate = candidate->kind, cell.last = mixed->last;
  cell.gates.clear();
  Sum sum;
  if (!read_sigmoid(reader, mixed->z, cell) || !reader.read_sum(candidate->of, 0, cell.cells, &sum))
    return false;
  return sum.others.empty() ? read_reset_before(reader, std::move(sum), cell)
                            : read_reset_after(reader, std::move(sum), cell);
}

bool read_rnn(CellReader& reader, const Node& node, Cell& cell) {
  const nook::Activation* const fused = activation_of(node.attrs);
  const bool relu = fused && *fused == nook::Activation::kRelu;
  const auto function =
      relu ? CellFunction{kNookRecurrentRelu, cell.hidden} : function_of(reader, cell.hidden);
  if (!function || function->kind == kNookRecurrentSigmoid) return false;
  cell.kind = CellKind::kRnn, cell.candidate = function->kind;
  Sum sum;
  if (!reader.read_sum(function->of, 0, cell.cells, &sum, relu) || !sum.others.empty()) return false;
  cell.gates = {std::move(sum)};
  return true;
}

// Whether the gates read x and one hidden state, each once; a candidate's parts read one of them.
bool reads_two(Cell& cell) {
  for (const Sum& gate : cell.gates)
    for (const Product& product : gate.products)
      if (std::ranges::find(cell.sources, product.x) == cell.sources.end()) cell.sources.push_back(product.x);
  if (cell.sources.size() != 2) return false;
  const size_t joined = cell.kind == CellKind::kGru ? 2 : cell.gates.size();
  for (size_t g = 0; g < cell.gates.size(); ++g) {
    const std::vector<Product>& products = cell.gates[g].products;
    if (products.size() != (g < joined ? 2 : 1)) return false;
    if (g < joined && products[0].x == products[1].x) return false;
    if (g == 2 && joined == 2 && products[0].x == cell.last) return false;
    if (g == 3 && joined == 2 && products[0].x != cell.last) return false;
  }
  return true;
}

// Whether all matrices have the same type, and a layer of nook has their arithmetic.
bool has_one_type(const Graph& graph, Cell& cell) {
  std::set<std::pair<bool, bool>> types;
  for (const Sum& gate : cell.gates)
    for (const Product& product : gate.products)
      types.emplace(graph[product.part.matrix].type == nook::DType::kS8, product.asymmetric);
  if (types.size() != 1) return false;
  std::tie(cell.bytes, cell.asymmetric) = *types.begin();
  if (!cell.bytes) return true;
  const bool usual = cell.gate == kNookRecurrentSigmoid && cell.candidate == kNookRecurrentTanh;
  if (cell.kind == CellKind::kLstm) return usual && cell.output == kNookRecurrentTanh;
  return (usual || cell.kind == CellKind::kRnn) && cell.candidate == kNookRecurrentTanh && !cell.asymmetric;
}

}  // namespace

int32_t width_of(const Cell& cell) {
  int32_t width = -1;
  for (const Sum& gate : cell.gates)
    for (const Product& product : gate.products) {
      const int32_t columns = product.part.columns;
      if (product.x == cell.last ? columns != cell.cells : width >= 0 && columns != width) return -1;
      if (product.x != cell.last) width = columns;
    }
  return width;
}

std::optional<Cell> cell_of(const Graph& graph, const Users& users, const Node& node) {
  if (node.erased() || node.out.size() != 1 || !node.unit.empty()) return {};
  const Tensor& hidden = graph[node.out[0]];
  if (hidden.type != nook::DType::kF32 || hidden.shape.rank < 1) return {};
  const auto attempt = [&](const auto& read) -> std::optional<Cell> {
    Cell cell;
    CellReader reader(graph, users);
    cell.hidden = node.out[0], cell.cells = hidden.shape.back(0);
    if (!read(reader, cell) || !reads_two(cell) || !has_one_type(graph, cell)) return {};
    cell.nodes = reader.read();
    cell.nodes.insert(static_cast<size_t>(&node - graph.nodes.data()));
    return cell;
  };
  switch (op_code(node)) {
    case OpCode::kMul:
      return attempt(read_lstm);
    case OpCode::kAdd:
      if (auto gru = attempt(read_gru)) return gru;
      break;
    case OpCode::kTanh:
    case OpCode::kRelu:
    case OpCode::kFullyConnected:
      break;
    default:
      return {};
  }
  return attempt([&](CellReader& reader, Cell& cell) { return read_rnn(reader, node, cell); });
}

}  // namespace nookc
