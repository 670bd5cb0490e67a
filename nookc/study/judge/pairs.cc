#include "nookc/study/judge/pairs.h"

#include <algorithm>

namespace nookc {
namespace {

bool only_converts(const Node& node) {
  return op_code(node) == nook::OpCode::kQuantize || op_code(node) == nook::OpCode::kDequantize;
}

std::vector<size_t> candidates(const Graph& graph) {
  std::vector<size_t> all;
  for (size_t n = 0; n < graph.nodes.size(); ++n)
    if (!graph.nodes[n].erased() && !only_converts(graph.nodes[n])) all.push_back(n);
  return all;
}

// The score of a pair; 0: the nodes do not correspond.
int worth(const Graph& a, const Node& x, const Graph& b, const Node& y) {
  if (op_name(x) != op_name(y) || !(a[x.out[0]].shape == b[y.out[0]].shape)) return 0;
  return a[x.out[0]].name == b[y.out[0]].name ? 3 : 2;
}

}  // namespace

std::vector<std::pair<size_t, size_t>> pair_nodes(const Graph& a, const Graph& b) {
  const std::vector<size_t> left = candidates(a), right = candidates(b);
  const size_t width = right.size() + 1;
  // The longest common subsequence, computed from the end.
  std::vector<int32_t> best((left.size() + 1) * width);
  const auto pair = [&](size_t i, size_t j) { return worth(a, a.nodes[left[i]], b, b.nodes[right[j]]); };
  for (size_t i = left.size(); i-- > 0;) {
    for (size_t j = right.size(); j-- > 0;) {
      const int here = pair(i, j);
      best[i * width + j] = std::max({best[(i + 1) * width + j], best[i * width + j + 1],
                                      here ? best[(i + 1) * width + j + 1] + here : 0});
    }
  }
  std::vector<std::pair<size_t, size_t>> pairs;
  for (size_t i = 0, j = 0; i < left.size() && j < right.size();) {
    const int here = pair(i, j);
    if (here && best[i * width + j] == best[(i + 1) * width + j + 1] + here) {
      pairs.emplace_back(left[i++], right[j++]);
    } else {
      best[i * width + j] == best[(i + 1) * width + j] ? ++i : ++j;
    }
  }
  return pairs;
}

}  // namespace nookc
