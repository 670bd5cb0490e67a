#include "nookc/middle/passes/floats/merge_affine.h"

#include <algorithm>

#include "nook/ops/add/add_op.h"
#include "nook/ops/mul/mul_op.h"
#include "nookc/graph/any_attrs.h"
#include "nookc/middle/passes/floats/affine.h"

namespace nookc {
namespace {

// Consecutive operators as one: the first reads x.
struct Chain {
  std::vector<Node*> nodes;
  ChannelMap whole;
};

// The chain that ends with a node.
std::optional<Chain> chain_to(const Graph& graph, const Users& users, Node& last) {
  std::optional<ChannelMap> at = affine_of(graph, last);
  if (!at) return {};
  Chain chain{{&last}, *at};
  for (;;) {
    const TensorId x = chain.whole.x;
    Node* const before = users.uses(x) == 1 && !graph.is_output(x) ? users.producer(x) : nullptr;
    if (!before || before->unit != last.unit || !(at = affine_of(graph, *before))) return chain;
    if (const auto* const fused = activation_of(before->attrs); !fused || *fused != nook::Activation::kNone)
      return chain;
    for (size_t i = 0; i < at->m.size(); ++i) {
      chain.whole.a[i] += chain.whole.m[i] * at->a[i];
      chain.whole.m[i] *= at->m[i];
    }
    chain.whole.x = at->x;
    chain.nodes.insert(chain.nodes.begin(), before);
  }
}

// One number for all channels where they are equal.
Tensor constant(const Tensor& like, const std::vector<double>& numbers) {
  const bool one = std::ranges::all_of(numbers, [&](double x) { return x == numbers[0]; });
  const size_t count = one ? 1 : numbers.size();
  return float_constant(like, {{static_cast<int32_t>(count)}, 1}, std::span(numbers).first(count));
}

template <class Op>
void make(Graph& graph, Users& users, Node& node, TensorId x, const std::vector<double>& numbers) {
  const nook::Activation fused = *activation_of(node.attrs);
  node.attrs = typename Op::Attrs{};
  *activation_of(node.attrs) = fused;
  node.version = 1;
  users.read(node, 0, x), users.read(node, 1, users.add(constant(graph[node.out[0]], numbers)));
}

bool shorten(Graph& graph, Users& users, const Chain& chain) {
  const ChannelMap& whole = chain.whole;
  const size_t need = whole.scales() && whole.shifts() ? 2 : 1;
  if (chain.nodes.size() <= need || !all_finite(whole.m) || !all_finite(whole.a)) return false;
  if (std::ranges::any_of(whole.m, [](double m) { return static_cast<float>(m) == 0; })) return false;
  Node& last = *chain.nodes.back();
  Node& first = *chain.nodes[chain.nodes.size() - need];
  if (whole.scales()) {
    make<nook::Mul>(graph, users, first, whole.x, whole.m);
    if (need == 2) make<nook::Add>(graph, users, last, first.out[0], whole.a);
  } else {
    make<nook::Add>(graph, users, last, whole.x, whole.a);
  }
  for (size_t i = chain.nodes.size() - need; i-- > 0;) {
    if (chain.nodes[i]->source >= 0) last.folded.push_back(chain.nodes[i]->source);
    users.erase(*chain.nodes[i]);
  }
  return true;
}

}  // namespace

int merge_affine(Graph& graph) {
  Users users(graph);
  int merged = 0;
  for (size_t i = graph.nodes.size(); i-- > 0;) {
    const std::optional<Chain> chain = chain_to(graph, users, graph.nodes[i]);
    if (!chain || !shorten(graph, users, *chain)) continue;
    merged +=
        static_cast<int>(chain->nodes.size()) - (chain->whole.scales() && chain->whole.shifts() ? 2 : 1);
  }
  return merged;
}

}  // namespace nookc
