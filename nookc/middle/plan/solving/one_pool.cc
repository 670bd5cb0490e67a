#include "nookc/middle/plan/solving/one_pool.h"

namespace nookc {

OnePool::OnePool(const nook::Problem& whole, const std::vector<int32_t>& pools, int32_t which)
    : pool(nook::pool_at(whole, which)) {
  std::vector<int32_t> index(whole.buffers.size(), nook::kAnywhere);
  for (size_t i = 0; i < whole.buffers.size(); ++i) {
    if (pools[i] != which) continue;
    index[i] = static_cast<int32_t>(members.size());
    members.push_back(static_cast<int32_t>(i));
    buffers.push_back(whole.buffers[i]);
    nook::BufferRules only;
    if (!whole.rules.empty()) only.gaps = whole.rules[i].gaps;
    rules.push_back(only);
  }
  for (const nook::Separation& s : whole.separations) {
    const int32_t upper = index[static_cast<size_t>(s.upper)], lower = index[static_cast<size_t>(s.lower)];
    if (upper != nook::kAnywhere && lower != nook::kAnywhere) separations.push_back({upper, lower, s.bytes});
  }
}

nook::Problem OnePool::problem() const {
  nook::Problem p;
  p.buffers = {buffers.data(), buffers.size()};
  p.separations = {separations.data(), separations.size()};
  p.pools = {&pool, 1};
  p.rules = {rules.data(), rules.size()};
  return p;
}

}  // namespace nookc
