#include "nookc/middle/lower/in_use.h"

#include <algorithm>
#include <set>
#include <utility>

namespace nookc {

int64_t bytes_in_use(const std::vector<Extent>& extents, int32_t step) {
  std::vector<std::pair<int64_t, int64_t>> spans;
  for (const Extent& e : extents)
    if (e.first <= step && step <= e.last) spans.emplace_back(e.offset, e.offset + e.size);
  std::ranges::sort(spans);
  int64_t bytes = 0, end = 0;
  for (const auto& [from, to] : spans) {
    bytes += std::max<int64_t>(0, to - std::max(from, end));
    end = std::max(end, to);
  }
  return bytes;
}

Peak peak_of(const std::vector<Extent>& extents, int32_t from) {
  int64_t height = 0;
  std::set<int32_t> begins;
  for (const Extent& e : extents)
    height = std::max(height, e.offset + e.size), begins.insert(std::max(from, e.first));
  Peak peak;
  for (const int32_t step : begins) {
    const bool top = std::ranges::any_of(extents, [&](const Extent& e) {
      return e.size > 0 && e.offset + e.size == height && e.first <= step && step <= e.last;
    });
    if (!top) continue;
    if (const int64_t bytes = bytes_in_use(extents, step); bytes > peak.bytes) peak = {step, bytes};
  }
  return peak;
}

std::vector<Extent> extents_of(const Program& program, size_t pool) {
  std::vector<Extent> extents;
  for (const Planned& b : program.buffers)
    if (static_cast<size_t>(b.pool) == pool)
      extents.push_back({b.offset, b.buffer.size, b.buffer.first, b.buffer.last});
  return extents;
}

Peak peak_of(const Program& program, size_t pool) { return peak_of(extents_of(program, pool), 1); }

Peak peak_of(const Program& program) {
  Peak most;
  for (size_t pool = 0; pool < program.scratch_pools.size(); ++pool) {
    const int32_t step = peak_of(program, pool).step;
    int64_t bytes = 0;
    for (size_t k = 0; step >= 0 && k < program.scratch_pools.size(); ++k)
      bytes += bytes_in_use(extents_of(program, k), step);
    if (bytes > most.bytes) most = {step, bytes};
  }
  return most;
}

}  // namespace nookc
