#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "nook/core/tensor.h"

namespace nookc {

// A named memory of a part, as the user or the target describes it.
struct MemoryPool {
  std::string name;       // "dtcm"; a C identifier in lower case
  bool constant = false;  // holds constants, read-only; otherwise scratch, inputs, outputs and state
  int64_t size = 0;       // bytes, never exceeded; 0: no limit
  int64_t hint = 0;       // bytes that should be enough; if not, more is used and reported; 0: none
  int32_t alignment = nook::kBufferAlignment;  // alignment of its start and of every buffer in it, bytes
  std::string section;                         // section of its arrays, ".dtcm"; may be empty
  std::vector<std::string> readers = {"cpu"}, writers = {"cpu"};  // units that can read and write it
  int64_t clock_hz = 0;                                           // 0: unknown
  double read_bandwidth = 0, write_bandwidth = 0;                 // bytes per cycle; 0: unknown
  int32_t read_latency = 0, write_latency = 0;                    // cycles per burst
  int32_t burst = 0;        // bytes, a power of two: accesses transfer whole bursts; 0: not stated
  bool by_pointer = false;  // constants that the application passes by pointer, in a separate image

  bool operator==(const MemoryPool&) const = default;
};

// Whether anything about its speed is stated.
bool states_speed(const MemoryPool& pool);

// Completes pools so that their costs can be compared. A pool without a clock gets the fastest stated clock.
// A pool without any speed gets the speed of the nearest pool of its kind that states one, searched backwards
// first, so that only the order of preference decides between the two.
std::vector<MemoryPool> with_speeds(std::vector<MemoryPool> pools);

// The cost of reading or writing a byte, in units of 2^-10 ns. Defaults: 4 bytes per cycle, 100 MHz, bursts
// of 32 bytes for the latency.
int64_t read_cost(const MemoryPool& pool);
int64_t write_cost(const MemoryPool& pool);

}  // namespace nookc
