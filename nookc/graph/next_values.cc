#include "nookc/graph/next_values.h"

namespace nookc {

std::set<TensorId> next_values(const Graph& graph) {
  std::set<TensorId> carried, next;
  for (const RegionMark& mark : graph.regions.marks) carried.insert(mark.carried.begin(), mark.carried.end());
  for (const auto& [value, to] : graph.regions.joined)
    if (carried.contains(to)) next.insert(value);
  return next;
}

}  // namespace nookc
