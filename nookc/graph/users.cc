#include "nookc/graph/users.h"

#include <algorithm>

namespace nookc {

namespace {
constexpr size_t kNoProducer = SIZE_MAX;
}  // namespace

Users::Users(Graph& graph)
    : graph_(graph),
      uses_(graph.tensors.size()),
      producer_(graph.tensors.size(), kNoProducer),
      is_output_(graph.tensors.size()) {
  for (TensorId t : graph.outputs) ++uses_[index(t)], is_output_[index(t)] = true;
  for (size_t i = 0; i < graph.nodes.size(); ++i) {
    for (TensorId t : graph.nodes[i].in)
      if (t != TensorId::kNone) ++uses_[index(t)];
    for (TensorId t : graph.nodes[i].out) producer_[index(t)] = i;
  }
}

Node* Users::producer(TensorId t) const {
  const size_t i = producer_[index(t)];
  return i == kNoProducer ? nullptr : &graph_.nodes[i];
}

TensorId Users::add(Tensor tensor) {
  uses_.push_back(0), producer_.push_back(kNoProducer), is_output_.push_back(false);
  return graph_.add(std::move(tensor));
}

void Users::read(Node& node, size_t operand, TensorId t) {
  if (operand >= node.in.size()) node.in.resize(operand + 1, TensorId::kNone);
  if (node.in[operand] != TensorId::kNone) --uses_[index(node.in[operand])];
  if (t != TensorId::kNone) ++uses_[index(t)];
  node.in[operand] = t;
}

void Users::read_instead(TensorId t, TensorId x) {
  const auto outputs = static_cast<int>(std::ranges::count(graph_.outputs, t));
  const size_t maker = producer_[index(t)];  // nodes that read `t` are after it
  for (size_t n = maker == kNoProducer ? 0 : maker + 1; n < graph_.nodes.size() && uses(t) > outputs; ++n) {
    Node& node = graph_.nodes[n];
    for (size_t k = 0; k < node.in.size(); ++k)
      if (node.in[k] == t) read(node, k, x);
  }
}

void Users::make(Node& node, TensorId t) {
  producer_[index(node.out[0])] = kNoProducer;
  producer_[index(t)] = static_cast<size_t>(&node - graph_.nodes.data());
  node.out[0] = t;
}

void Users::erase(Node& node) {
  const size_t i = static_cast<size_t>(&node - graph_.nodes.data());
  for (TensorId t : node.in)
    if (t != TensorId::kNone) --uses_[index(t)];
  for (TensorId t : node.out)
    if (producer_[index(t)] == i) producer_[index(t)] = kNoProducer;
  node = Node{};
}

}  // namespace nookc
