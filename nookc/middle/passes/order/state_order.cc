#include "nookc/middle/passes/order/state_order.h"

#include <algorithm>

namespace nookc {
namespace {

void append(std::vector<size_t>* all, const std::vector<size_t>& more) {
  all->insert(all->end(), more.begin(), more.end());
}

bool may_wait(const Node& node) {
  return std::ranges::any_of(op_row(node).forms, [](const nook::FormRow& form) { return form.may_wait; });
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
  for (TensorId t : node.out) write(t, step, &all);
  if (has_state(graph_, node)) append(&all, waiting_);
  if (may_wait(node)) {
    append(&all, since_waiting_);
    waiting_ = {step};
    since_waiting_.clear();
  } else if (has_state(graph_, node)) {
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
  if (!graph_[tensor].variable) return;
  Variable& variable = variables_[index(tensor)];
  std::erase(variable.readers, step);  // it may also read the variable
  append(all, variable.writers);
  append(all, variable.readers);
  variable.writers = {step};
  variable.readers.clear();
}

}  // namespace nookc
