#include "nookc/study/quantize/parallel.h"

#include <algorithm>
#include <new>
#include <thread>
#include <vector>

namespace nookc {

unsigned processors() { return std::max(1u, std::thread::hardware_concurrency()); }

void in_parallel(unsigned count, const std::function<void(unsigned)>& work) {
  std::vector<std::thread> others;
  for (unsigned worker = 1; worker < count; ++worker) others.emplace_back(work, worker);
  work(0);
  for (std::thread& other : others) other.join();
}

bool within_memory(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

}  // namespace nookc
