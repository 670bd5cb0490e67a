#include "nookc/study/quantize/scheme.h"

#include <algorithm>

#include "nookc/study/quantize/margins.h"
#include "nookc/study/quantize/recurrent.h"

namespace nookc {
namespace {

// Whether the scale covers all values in the range.
bool holds(const Affine& affine, const Range& range, Precision precision) {
  const double least = precision == Precision::kInt16 ? -32768 : -128,
               most = precision == Precision::kInt16 ? 32767 : 127;
  const double slack = affine.scale / 2;
  return !range.known || (range.low >= affine.scale * (least - affine.zero) - slack &&
                          range.high <= affine.scale * (most - affine.zero) + slack);
}

}  // namespace

bool is_activation(const Graph& graph, TensorId tensor) {
  return tensor != TensorId::kNone && graph[tensor].type == nook::DType::kF32 && !graph[tensor].constant();
}

Scheme::Scheme(const Graph& graph, const std::vector<Precision>& precisions, const std::vector<Range>& ranges,
               const Given* given)
    : graph_(graph), ranges_(ranges) {
  for (size_t i = 0; i < graph.tensors.size() * 2; ++i) groups_.push_back({i, ranges[i / 2], {}});
  if (given)
    for (size_t t = 0; t < given->affine.size(); ++t) groups_[t * 2].fixed = given->affine[t];
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    const OpRule* const rule = node.erased() ? nullptr : rule_of(op_code(node));
    if (!rule || precisions[n] == Precision::kFloat) continue;
    if (rule->scales == Scales::kFixed) {
      std::optional<Affine>& fixed = groups_[key(node.out[0], precisions[n])].fixed;
      if (!fixed) fixed = precisions[n] == Precision::kInt16 ? rule->s16 : rule->s8;
    }
  }
  for (size_t n = 0; n < graph.nodes.size(); ++n) {
    const Node& node = graph.nodes[n];
    const OpRule* const rule = node.erased() ? nullptr : rule_of(op_code(node));
    if (rule && precisions[n] != Precision::kFloat && rule->scales == Scales::kSame) share(n, precisions[n]);
    if (rule && precisions[n] != Precision::kFloat) share_states(n, precisions[n]);
  }
  for (const auto& [place, to] : other_) {
    const Precision precision = to % 2 ? Precision::kInt16 : Precision::kInt8;
    const TensorId tensor{static_cast<uint32_t>(to / 2)};
    if (const Affine need = of(tensor, precision);
        need != of(graph.nodes[place.first].in[place.second], precision))
      requantized_.emplace(place, need);
  }
  for (const auto& [place, need] : cells_)
    if (need != of(graph.nodes[place.first].in[place.second], Precision::kInt16))
      requantized_.emplace(place, need);
}

size_t Scheme::find(size_t key) const {
  while (groups_[key].parent != key) key = groups_[key].parent = groups_[groups_[key].parent].parent;
  return key;
}

// Gives both one scale. False: different scales are given, or the scale given for one of `several` operands
// would clip another.
bool Scheme::join(size_t a, size_t b, bool several, Precision precision) {
  a = find(a), b = find(b);
  if (a == b) return true;
  Group &x = groups_[a], &y = groups_[b];
  if (x.fixed && y.fixed && *x.fixed != *y.fixed) return false;
  if (several && x.fixed.has_value() != y.fixed.has_value() &&
      !(x.fixed ? holds(*x.fixed, y.range, precision) : holds(*y.fixed, x.range, precision)))
    return false;
  x.parent = b;
  if (x.fixed) y.fixed = x.fixed;
  if (x.range.known) y.range.add(x.range.low, x.range.high);
  return true;
}

// The range of a constant. Limits that no value reaches, such as the largest float for a MINIMUM, would take
// all integers of the result for themselves: they end with its range.
Range Scheme::used_of(TensorId constant, TensorId result) const {
  const Range range = range_of(graph_[constant]), &used = ranges_[index(result)];
  const bool too_wide = range.known && used.known && range.width() > kTooWide * used.width();
  return too_wide ? range.within(used.low, used.high) : range;
}

// All operands and results of a node, including constants, get the scale of its first result.
void Scheme::share(size_t n, Precision precision) {
  const Node& node = graph_.nodes[n];
  const auto first = std::ranges::find_if(node.out, [&](TensorId t) { return is_activation(graph_, t); });
  if (first == node.out.end()) return;
  const size_t base = key(*first, precision);
  const auto data = [&](TensorId t) { return t != TensorId::kNone && graph_[t].type == nook::DType::kF32; };
  const bool several = std::ranges::count_if(node.in, data) > 1;
  for (size_t i = 0; i < node.in.size(); ++i) {
    const TensorId t = node.in[i];
    if (!data(t)) continue;
    if (graph_[t].constant()) {
      const Range range = pads_with_least(graph_, node) ? Range() : used_of(t, *first);
      if (range.known) groups_[find(base)].range.add(range.low, range.high);
    } else if (!join(key(t, precision), base, several, precision)) {
      other_.emplace(std::pair(n, i), base);
    }
  }
  for (TensorId t : node.out)
    if (is_activation(graph_, t)) join(key(t, precision), base, false, precision);
}

// The hidden states of a recurrent layer have one scale, those before the first step included; its cells have
// the scale of the layer.
void Scheme::share_states(size_t n, Precision precision) {
  const Node& node = graph_.nodes[n];
  const std::optional<RecurrentOperands> operands = float_recurrent(graph_, node);
  if (!operands) return;
  const size_t base = key(node.out[0], precision), hiddens = node.out.size() - (operands->has_cell ? 1 : 0);
  for (size_t k = 1; k < hiddens; ++k) join(key(node.out[k], precision), base, false, precision);
  const auto activation = [&](size_t i) {
    return i > 0 && i < node.in.size() && is_activation(graph_, node.in[i]);
  };
  if (activation(operands->hidden) && !join(key(node.in[operands->hidden], precision), base, true, precision))
    other_.emplace(std::pair(n, operands->hidden), base);
  const Affine of_cells = affine_of_layer_cells(node);
  if (operands->has_cell) groups_[find(key(node.out.back(), Precision::kInt16))].fixed = of_cells;
  if (activation(operands->cell)) cells_.emplace(std::pair(n, operands->cell), of_cells);
}

Affine Scheme::of(TensorId tensor, Precision precision) const {
  const Group& group = groups_[find(key(tensor, precision))];
  return group.fixed ? *group.fixed : affine_of(group.range, precision);
}

const Affine* Scheme::requantized(size_t n, size_t i) const {
  const auto found = requantized_.find({n, i});
  return found == requantized_.end() ? nullptr : &found->second;
}

}  // namespace nookc
