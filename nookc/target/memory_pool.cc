#include "nookc/target/memory_pool.h"

#include <algorithm>
#include <cmath>

namespace nookc {
namespace {

constexpr double kBurst = 32;  // bytes

int64_t cost(int64_t clock_hz, double bandwidth, int32_t latency) {
  const double clock = clock_hz > 0 ? static_cast<double>(clock_hz) : 100e6;
  const double cycles = 1 / (bandwidth > 0 ? bandwidth : 4.0) + latency / kBurst;
  return std::llround(std::clamp(cycles * 1024e9 / clock, 1.0, 1e9));
}

}  // namespace

int64_t read_cost(const MemoryPool& pool) {
  return cost(pool.clock_hz, pool.read_bandwidth, pool.read_latency);
}
int64_t write_cost(const MemoryPool& pool) {
  return cost(pool.clock_hz, pool.write_bandwidth, pool.write_latency);
}

}  // namespace nookc
