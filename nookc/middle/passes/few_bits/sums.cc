#include "nookc/middle/passes/few_bits/sums.h"

#include <algorithm>
#include <cmath>

namespace nookc::bits {
namespace {

// With more levels, a multiplication of each sum takes less time and flash than marks.
constexpr int32_t kMostMarked = 7;

}  // namespace

void turn(Layer& layer, size_t c) {
  const auto depth = static_cast<size_t>(layer.floats.weights.depth);
  for (size_t i = 0; i < depth; ++i) layer.floats.weights.values[c * depth + i] *= -1;
  layer.floats.weights.steps[c] *= -1;
  const int64_t least = layer.least[c];
  layer.least[c] = -layer.most[c], layer.most[c] = -least;
}

Inputs sums_of(const Layer& layer) {
  const nook::RangeF32 range = nook::activation_range_f32(layer.floats.activation, INFINITY);
  const auto number = [&layer, range](int64_t sum, int32_t c) {
    const auto at = static_cast<size_t>(c);
    float v = static_cast<float>(sum) * static_cast<float>(layer.scale(at));
    if (!layer.floats.bias.empty()) v += layer.floats.bias[at];
    return std::clamp(v, range.min, range.max);
  };
  return {layer.channels(), number, layer.least, layer.most};
}

Sums stored_sums(const Layer& turned, const std::vector<bool>& falls) {
  Sums all;
  const bool rises = std::ranges::count(falls, true) == 0;
  if (rises || fit_in_bytes(turned.floats.weights)) all.stored = store(turned.floats.weights, turned.x.range);
  all.less = all.stored.less;
  if (rises) return all;
  Layer before = turned;
  for (size_t c = 0; c < falls.size(); ++c)
    if (falls[c]) turn(before, c);
  Stored narrow = store(before.floats.weights, before.x.range);
  if (!all.less.empty() && narrow.bytes.size() >= all.stored.bytes.size()) return all;
  all.less = narrow.less;
  for (size_t c = 0; c < falls.size(); ++c) {
    all.inverts.push_back(falls[c] ? -1 : 0);
    if (falls[c]) all.less[c] = 1 - narrow.less[c];  // ~s = -s - 1
  }
  all.stored = std::move(narrow);
  return all;
}

std::optional<Multipliers> multipliers(const Graph& graph, const Chain& chain, const Layer& layer,
                                       const Levels& levels, const std::vector<int32_t>& less) {
  if (levels.range.step != 1 || levels.range.count <= kMostMarked) return {};
  const auto map = affine_chain(graph, chain, layer.channels());
  if (!map) return {};
  std::vector<RisingLevels> channels;
  for (size_t c = 0; c < levels.marks.size(); ++c) {
    RisingLevels of;
    for (const int64_t mark : levels.marks[c]) of.marks.push_back(mark - less[c]);
    of.least = layer.least[c] - less[c], of.most = layer.most[c] - less[c];
    of.slope = map->m[c] * layer.scale(c);
    of.term = map->m[c] * layer.bias(c) + map->a[c] + of.slope * less[c];
    channels.push_back(std::move(of));
  }
  const int32_t first = levels.range.first + levels.range.zero;
  return multipliers_of(channels, map->rounding, first, first - levels.least);
}

}  // namespace nookc::bits
