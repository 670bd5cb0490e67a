#include "nookc/front/shapes/infer.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace nookc::shapes {
namespace {

const std::map<nook::OpCode, Rule>& rules() {
  static const std::map<nook::OpCode, Rule> all = [] {
    std::map<nook::OpCode, Rule> rules;
    for (const auto list : {element_rules, reduce_rules, window_rules, move_rules, pick_rules, fixed_rules})
      for (const RuleRow& row : list()) rules.emplace(row.code, row.rule);
    return rules;
  }();
  return all;
}

constexpr int64_t kMostElements = INT32_MAX;
// Shapes, axes and bounds are few numbers; a hostile file could let many operators read many.
constexpr size_t kMostNumbers = 64;

}  // namespace

std::optional<Dims> Question::values(size_t i) const {
  if (!given(i)) return {};
  const Tensor& t = graph_[node_.in[i]];
  const bool wide = t.type == nook::DType::kS64;
  if (!t.constant() || (!wide && t.type != nook::DType::kS32)) return {};
  if (t.shape.elements() > static_cast<int32_t>(std::max(kMostNumbers, results()))) return {};
  Dims all;
  const auto read = [&](auto number) {
    for (size_t at = 0; at + sizeof number <= t.data->size(); at += sizeof number) {
      std::memcpy(&number, t.data->data() + at, sizeof number);
      all.push_back(std::clamp<int64_t>(number, INT32_MIN, INT32_MAX));  // products of two fit
    }
  };
  wide ? read(int64_t{}) : read(int32_t{});
  return all;
}

int64_t elements_of(const Dims& dims) {
  int64_t all = 1;
  for (const int64_t dim : dims) {
    if (dim < 0) return -1;
    all = dim > 0 && all > kMostElements / dim ? kMostElements + 1 : all * dim;
  }
  return all;
}

std::optional<size_t> axis_of(int64_t axis, size_t rank) {
  const int64_t at = axis < 0 ? axis + static_cast<int64_t>(rank) : axis;
  if (at < 0 || at >= static_cast<int64_t>(rank)) return {};
  return static_cast<size_t>(at);
}

std::optional<Dims> broadcast(const Dims& a, const Dims& b) {
  Dims all(std::max(a.size(), b.size()));
  for (size_t i = 0; i < all.size(); ++i) {  // from the innermost dimension
    const int64_t in_a = i < a.size() ? a[a.size() - 1 - i] : 1,
                  in_b = i < b.size() ? b[b.size() - 1 - i] : 1;
    if (in_a != in_b && in_a != 1 && in_b != 1) return {};
    all[all.size() - 1 - i] = in_a == 1 ? in_b : in_a;
  }
  return all;
}

bool has_rule(nook::OpCode code) { return rules().contains(code) || nook::is_custom(code); }

Answer infer(const Graph& graph, const Node& node, const nook::Table& options) {
  const Question question(graph, node, options);
  const auto rule = rules().find(op_code(node));
  if (rule != rules().end()) return rule->second(question);
  Answer recorded;  // the options of custom operators state lengths
  for (size_t i = 0; i < node.out.size(); ++i) recorded.push_back(question.recorded(i));
  return recorded;
}

std::optional<nook::Shape> shape_of(const Dims& dims, nook::DType type) {
  if (dims.size() > nook::kMaxRank) return {};
  nook::Shape shape;
  int64_t product = 1;  // zeros are ignored, as for the shapes in a file
  for (const int64_t dim : dims) {
    if (dim < 0 || dim > kMostElements) return {};
    if (dim > 0 && product > kMostElements / dim) return {};
    if (dim > 0) product *= dim;
    shape.dim[shape.rank++] = static_cast<int32_t>(dim);
  }
  if (product * std::max(1, nook::size_of(type)) > kMostElements) return {};
  return shape;
}

}  // namespace nookc::shapes
