#include "nookc/middle/passes/floats/fold_affine.h"

#include <algorithm>

#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"
#include "nookc/middle/passes/floats/layer.h"

namespace nookc {
namespace {

bool uniform(const std::vector<double>& numbers) {
  return std::ranges::all_of(numbers, [&](double x) { return x == numbers[0]; });
}

// One operator after a layer.
bool fold_after(Graph& graph, Users& users, Node& node) {
  const std::optional<ChannelMap> affine = affine_of(graph, node);
  Node* const before = affine && users.uses(affine->x) == 1 ? users.producer(affine->x) : nullptr;
  if (!before || graph.is_output(affine->x) || before->unit != node.unit) return false;
  const std::optional<Layer> l = layer_of(graph, *before);
  nook::Activation* const fused = l ? activation_of(before->attrs) : nullptr;
  const nook::Activation* const last = activation_of(node.attrs);
  if (!l || affine->m.size() != l->outputs || !last) return false;
  if (l->all_outputs && !uniform(affine->m)) return false;
  if (fused ? *fused != nook::Activation::kNone : *last != nook::Activation::kNone) return false;
  std::vector<double> w(l->w.begin(), l->w.end()), b(l->b.begin(), l->b.end());
  for (size_t i = 0; i < w.size(); ++i) w[i] *= affine->m[l->output_of(i)];
  for (size_t o = 0; o < b.size(); ++o) b[o] = b[o] * affine->m[o] + affine->a[o];
  if (!rewrite(graph, users, *l, w, b)) return false;
  if (fused) *fused = *last;
  if (node.source >= 0) before->folded.push_back(node.source);
  const TensorId y = node.out[0];
  users.erase(node);
  users.make(*before, y);
  return true;
}

// One operator before a layer.
bool fold_before(Graph& graph, Users& users, Node& node) {
  const std::optional<Layer> l = layer_of(graph, node);
  if (!l || l->inputs == 0) return false;
  const TensorId x = node.in[l->data];
  Node* const before = users.uses(x) == 1 ? users.producer(x) : nullptr;
  if (!before || graph.is_output(x) || before->unit != node.unit) return false;
  const std::optional<ChannelMap> affine = affine_of(graph, *before);
  const nook::Activation* const between = activation_of(before->attrs);
  if (!affine || affine->m.size() != l->inputs || !between || *between != nook::Activation::kNone)
    return false;
  if (affine->shifts() && !sums_whole_windows(*l, graph[node.in[l->weights]])) return false;
  std::vector<double> w(l->w.begin(), l->w.end()), b(l->b.begin(), l->b.end());
  for (size_t i = 0; i < w.size(); ++i) {
    const size_t channel = l->input_of(i);
    b[l->output_of(i)] += w[i] * affine->a[channel];
    w[i] *= affine->m[channel];
  }
  if (!rewrite(graph, users, *l, w, b)) return false;
  users.read(node, l->data, affine->x);
  if (before->source >= 0) node.folded.push_back(before->source);
  users.erase(*before);
  return true;
}

}  // namespace

int fold_affine(Graph& graph) {
  Users users(graph);
  int folded = 0;
  for (Node& node : graph.nodes) folded += fold_after(graph, users, node);
  for (Node& node : graph.nodes)
    while (!node.erased() && fold_before(graph, users, node)) ++folded;
  return folded;
}

}  // namespace nookc
