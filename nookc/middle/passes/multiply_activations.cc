#include "nookc/middle/passes/multiply_activations.h"

#include <algorithm>
#include <utility>

#include "nook/ops/batch_matmul/batch_matmul_op.h"
#include "nookc/core/invariant.h"
#include "nookc/graph/any_attrs.h"

namespace nookc {
namespace {

// Fewer rows do not pay for packing the columns, and fewer columns do not fill a tile.
constexpr int32_t kLeastRows = 4, kLeastColumns = 4;

bool is_s8(const Tensor& t) { return t.type == nook::DType::kS8 && t.scales.size() == 1; }

bool is_nothing(const Graph& graph, const std::vector<TensorId>& in, size_t bias) {
  if (bias >= in.size() || in[bias] == TensorId::kNone) return true;
  const Tensor& t = graph[in[bias]];
  return t.constant() && std::ranges::all_of(*t.data, [](std::byte b) { return b == std::byte{0}; });
}

bool is_layer(const Graph& graph, const Node& node) {
  if (op_code(node) != nook::OpCode::kFullyConnected) return false;
  const nook::Activation activation = *activation_of(node.attrs);
  using enum nook::Activation;
  if (activation != kNone && activation != kRelu && activation != kRelu6) return false;
  const Tensor &x = graph[node.in[0]], &w = graph[node.in[1]], &y = graph[node.out[0]];
  if (!is_s8(x) || !is_s8(w) || !is_s8(y) || w.constant() || w.shape.rank != 2) return false;
  if (!is_nothing(graph, node.in, 2) || w.shape.elements() == 0) return false;
  const int32_t depth = w.shape.dim[1], columns = w.shape.dim[0], rows = x.shape.elements() / depth;
  return x.shape.elements() == int64_t{rows} * depth && y.shape.elements() == int64_t{rows} * columns &&
         rows >= kLeastRows && columns >= kLeastColumns;
}

// The tensor as a matrix with rows of this size.
Tensor as_matrix(const Tensor& t, int32_t columns, const char* suffix) {
  Tensor matrix = t.computed(suffix);
  matrix.shape = {{t.shape.elements() / columns, columns}, 2};
  return matrix;
}

// The product alone, in a graph of its own.
struct Product {
  Graph graph;
  Node node;
};

Product product_of(const Graph& graph, const Node& layer) {
  const Tensor& w = graph[layer.in[1]];
  Product p;
  p.node = layer;
  p.node.attrs = nook::BatchMatmul::Attrs{false, true}, p.node.version = 1;
  p.node.in = {p.graph.add(as_matrix(graph[layer.in[0]], w.shape.dim[1], "_rows")), p.graph.add(w)};
  p.node.out = {p.graph.add(as_matrix(graph[layer.out[0]], w.shape.dim[0], "_product"))};
  return p;
}

// Whether a kernel other than the reference takes the product.
bool has_kernel(const Product& p, KernelChoice choice) {
  if (choice.rows != KernelRows::kAll) choice.rows = KernelRows::kWithoutScratch;
  const Chosen chosen = choose_kernel(p.graph, p.node, choice);
  if (!chosen.op) return false;
  const auto rows = op_row(p.node).forms[static_cast<size_t>(chosen.op->form)].kernels();
  return chosen.op->kernel != rows.end() - 1;
}

Node node_of(Attrs attrs, TensorId from, TensorId to, const std::string& unit) {
  Node node;
  node.attrs = std::move(attrs), node.in = {from}, node.out = {to}, node.unit = unit;
  return node;
}

Attrs attrs_of(nook::Activation activation) {
  const bool is_relu = activation == nook::Activation::kRelu;
  const nook::OpRow& row = op_row(is_relu ? nook::OpCode::kRelu : nook::OpCode::kRelu6);
  Attrs attrs;
  const nook::Code parsed = Attrs::parse(row, nook::NodeView{}, &attrs);
  invariant(parsed == nook::Code::kOk, "activations have no options");
  return attrs;
}

// Appends the operators that compute the layer.
void append(Graph& graph, const Node& layer, Product p, std::vector<Node>& nodes) {
  const nook::Activation activation = *activation_of(layer.attrs);
  const TensorId x = layer.in[0], y = layer.out[0];
  const Tensor &rows = p.graph[p.node.in[0]], &product = p.graph[p.node.out[0]];
  p.node.in = {x, layer.in[1]};
  if (!(graph[x].shape == rows.shape)) {
    p.node.in[0] = graph.add(rows);
    nodes.push_back(node_of(reshape(), x, p.node.in[0], layer.unit));
  }
  TensorId result = y;
  const bool is_reshaped = !(graph[y].shape == product.shape), acts = activation != nook::Activation::kNone;
  if (is_reshaped || acts) result = graph.add(product);
  p.node.out = {result};
  nodes.push_back(std::move(p.node));
  if (acts) {
    const TensorId acted = is_reshaped ? graph.add(graph[result].computed("_activation")) : y;
    nodes.push_back(node_of(attrs_of(activation), std::exchange(result, acted), acted, layer.unit));
  }
  if (is_reshaped) nodes.push_back(node_of(reshape(), result, y, layer.unit));
}

}  // namespace

int multiply_activations(Graph& graph, const KernelChoice& choice) {
  if (choice.rows == KernelRows::kReference) return 0;
  // Computed weights cannot be packed in advance.
  const KernelChoice plain = {choice.target, false, choice.rows, choice.compact, choice.flash};
  int products = 0;
  std::vector<Node> nodes;
  for (Node& node : std::exchange(graph.nodes, {})) {
    if (!node.erased() && is_layer(graph, node) && choose_kernel(graph, node, plain).op) {
      Product p = product_of(graph, node);
      if (has_kernel(p, plain)) {
        append(graph, node, std::move(p), nodes), ++products;
        continue;
      }
    }
    nodes.push_back(std::move(node));
  }
  graph.nodes = std::move(nodes);
  return products;
}

}  // namespace nookc
