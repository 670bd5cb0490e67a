#include "nookc/middle/lower/constant_store.h"

#include <string_view>

namespace nookc {
namespace {

std::string_view view(const Bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool same(const Placement& a, const Placement& b) {
  return a.candidates == b.candidates && a.pool == b.pool && a.offset == b.offset;
}

bool same(const Graph& graph, const Constant& a, const Constant& b) {
  if (a.type != b.type || a.packed != b.packed || a.alignment != b.alignment) return false;
  if (a.bytes != b.bytes && (a.shape != b.shape || *a.bytes != *b.bytes)) return false;
  return same(graph[a.tensor].placement, graph[b.tensor].placement);
}

}  // namespace

int32_t ConstantStore::add(const Graph& graph, Constant constant) {
  const size_t hash = std::hash<std::string_view>()(view(*constant.bytes));
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at)
    if (same(graph, all_[static_cast<size_t>(at->second)], constant)) return at->second;
  const auto number = static_cast<int32_t>(all_.size());
  by_hash_.emplace(hash, number);
  all_.push_back(std::move(constant));
  return number;
}

}  // namespace nookc
