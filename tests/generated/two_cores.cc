#include "tests/generated/two_cores.h"

#include <atomic>
#include <thread>

#include "nook/cores.h"

namespace generated {
namespace {

std::atomic<int> pending[2];  // signals to each core
std::atomic<bool> doubled;    // a signal came before the wait for the one before it
uint32_t draws[2];            // random numbers for the delays of each core

void delay(int core) {
  uint32_t& draw = draws[core];
  draw = draw * 1664525u + 1013904223u;
  for (uint32_t i = 0; i < draw >> 30; ++i) std::this_thread::yield();
  for (uint32_t i = 0; i < (draw >> 20 & 255); ++i) std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace

extern "C" {

// The generated code finds these by name.
__attribute__((visibility("default"))) void nook_signal(int core) {
  delay(1 - core);
  if (pending[core].fetch_add(1, std::memory_order_release) != 0) doubled = true;
}

__attribute__((visibility("default"))) void nook_wait(int core) {
  while (pending[core].load(std::memory_order_acquire) == 0) std::this_thread::yield();
  pending[core].fetch_sub(1, std::memory_order_acquire);
  delay(core);
}

}  // extern "C"

nook_status run_on_two_cores(const std::function<nook_status()>& first, const std::function<void()>& second,
                             uint32_t seed) {
  draws[0] = seed * 2654435761u, draws[1] = ~draws[0];
  doubled = false;
  std::thread other(second);
  const nook_status status = first();
  other.join();
  const bool clean = pending[0] == 0 && pending[1] == 0 && !doubled;
  return clean ? status : NOOK_DEVICE_FAILED;
}

}  // namespace generated
