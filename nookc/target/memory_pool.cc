#include "nookc/target/memory_pool.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

constexpr int32_t kBurst = 32;  // bytes, if not stated

int64_t cost(const MemoryPool& pool, double bandwidth, int32_t latency) {
  const double clock = pool.clock_hz > 0 ? static_cast<double>(pool.clock_hz) : 100e6;
  const double burst = pool.burst > 0 ? pool.burst : kBurst;
  const double cycles = 1 / (bandwidth > 0 ? bandwidth : 4.0) + latency / burst;
  return std::llround(std::clamp(cycles * 1024e9 / clock, 1.0, 1e9));
}

}  // namespace

bool states_speed(const MemoryPool& p) {
  return p.clock_hz > 0 || p.read_bandwidth > 0 || p.write_bandwidth > 0 || p.read_latency > 0 ||
         p.write_latency > 0 || p.burst > 0;
}

std::vector<MemoryPool> with_speeds(std::vector<MemoryPool> pools) {
  int64_t fastest = 0;
  for (const MemoryPool& pool : pools) fastest = std::max(fastest, pool.clock_hz);
  const std::vector<MemoryPool> stated = pools;
  const auto like = [&](size_t i) -> const MemoryPool* {
    const auto fits = [&](size_t k) {
      return stated[k].constant == stated[i].constant && states_speed(stated[k]);
    };
    for (size_t k = i; k-- > 0;)
      if (fits(k)) return &stated[k];
    for (size_t k = i + 1; k < stated.size(); ++k)
      if (fits(k)) return &stated[k];
    return nullptr;
  };
  for (size_t i = 0; i < pools.size(); ++i) {
    MemoryPool& pool = pools[i];
    if (const MemoryPool* other = states_speed(pool) ? nullptr : like(i)) {
      pool.clock_hz = other->clock_hz;
      pool.read_bandwidth = other->read_bandwidth, pool.write_bandwidth = other->write_bandwidth;
      pool.read_latency = other->read_latency, pool.write_latency = other->write_latency;
      pool.burst = other->burst;
    }
    if (pool.clock_hz == 0) pool.clock_hz = fastest;
  }
  return pools;
}

int64_t read_cost(const MemoryPool& pool) { return cost(pool, pool.read_bandwidth, pool.read_latency); }
int64_t write_cost(const MemoryPool& pool) { return cost(pool, pool.write_bandwidth, pool.write_latency); }

}  // namespace nookc
