#include "nookc/target/memory_pool.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

constexpr int32_t kBurst = 32;  // bytes, where nothing is stated

int64_t cost(const MemoryPool& pool, double bandwidth, int32_t latency) {
  const double clock = pool.clock_hz > 0 ? static_cast<double>(pool.clock_hz) : 100e6;
  const double burst = pool.burst > 0 ? pool.burst : kBurst;
  const double cycles = 1 / (bandwidth > 0 ? bandwidth : 4.0) + latency / burst;
  return std::llround(std::clamp(cycles * 1024e9 / clock, 1.0, 1e9));
}

}  // namespace

int64_t read_cost(const MemoryPool& pool) { return cost(pool, pool.read_bandwidth, pool.read_latency); }
int64_t write_cost(const MemoryPool& pool) { return cost(pool, pool.write_bandwidth, pool.write_latency); }

}  // namespace nookc
