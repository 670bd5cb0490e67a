#include "nookc/middle/passes/order/state_order.h"

#include <algorithm>

namespace nookc {
namespace {

void append(std::vector<size_t>* all, const std::vector<size_t>& more) {
  all->insert(all->end(), more.begin(), more.end());
}

}  // namespace

StateOrder::StateOrder(const Graph& graph, const Storage& storage)
    : graph_(graph), storage_(storage), variables_(graph.tensors.size()) {}

std::vector<size_t> StateOrder::before(size_t step, const Node& node) {
  std::vector<size_t> all;
  for (size_t i = 0; i < node.in.size(); ++i) {
    if (node.in[i] == TensorId::kNone) continue;
    const bool changed = op_row(node).signature.at(i).role == nook::Role::kState;
    changed ? write(node.in[i], step, &all) : read(node.in[i], step, &all);
  }
  // A variable, or rows of a window, unless the node only gives them another name.
  const bool names = storage_.view[static_cast<size_t>(&node - graph_.nodes.data())];
  bool keeps = has_state(graph_, node);
  for (TensorId t : node.out) {
    if (!graph_[t].variable && (names || !graph_[storage_.root[index(t)]].variable)) continue;
    write(t, step, &all);
    keeps = true;
  }
  if (keeps) append(&all, waiting_);
  if (may_wait(node)) {
    append(&all, since_waiting_);
    waiting_ = {step};
    since_waiting_.clear();
  } else if (keeps) {
    since_waiting_.push_back(step);
  }
  return all;
}

void StateOrder::read(TensorId tensor, size_t step, std::vector<size_t>* all) {
  const TensorId root = storage_.root[index(tensor)];  // a RESHAPE of a variable may be another name of it
  if (!graph_[root].variable) return;
  append(all, variables_[index(root)].writers);
  variables_[index(root)].readers.push_back(step);
}

void StateOrder::write(TensorId tensor, size_t step, std::vector<size_t>* all) {
  const TensorId root = storage_.root[index(tensor)];  // the window that it lies in
  if (!graph_[root].variable) return;
  Variable& variable = variables_[index(root)];
  std::erase(variable.readers, step);  // it may also read the variable
  append(all, variable.writers);
  append(all, variable.readers);
  variable.writers = {step};
  variable.readers.clear();
}

}  // namespace nookc
