#pragma once
#include <cstdint>
#include <string_view>

#include "nookc/target/parts.h"

namespace nookc {

// One call of a kernel.
struct CallWork {
  std::string_view kernel;  // its symbol
  int64_t macs = 0;
  int64_t elements = 0;  // of the result; without multiply-accumulates of its largest tensor
  // What the compiler estimates for it on a Cortex-M4 (docs/cycles.md): cycles from memory that answers at
  // once, and those that each wait state of the flash adds. 0: nothing.
  double core = 0, waits = 0;
};

// The cycles of a call on a part: the compiler's estimate where it has one for the core, else what the kernel
// took in layers of other shapes (speed.inc, tools/kernel_speed.py), on the same core or the most similar
// one. docs/cycles.md says how far it is off.
double cycles_on(const Part& part, const CallWork& work);

}  // namespace nookc
