// What kernels take on a Cortex-M4, for a compiler that chooses among them (docs/cycles.md). Each operator
// has a list: <type>_cycles.inc beside <type>.inc, a line for each kernel.
#pragma once
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// One inference. The constants are a stream of blocks, each of which is read from its first byte to its last
// several times before the next: a block that the flash's buffer holds is waited for less often.
struct KernelWork {
  double cycles = 0;       // from memory that answers at once
  int64_t stream = 0;      // bytes of constants
  int64_t block = 0;       // bytes of a block
  double times = 0;        // that a block is read
  double times_held = 0;   // that it is waited for if the buffer holds it
  double code_misses = 0;  // jumps to lines of code that are not held
};

// A kernel may have several lines, for different layers: the first that applies counts. `in` has the bytes of
// constant operands, as a Packing gets them; `stream` is how many there are when they are packed.
struct KernelCycles {
  const char* symbol;
  bool (*applies)(const void* params, const void* const* in);
  KernelWork (*work)(const void* params, int64_t stream);
};

// The lists of all operators that have one.
using KernelCyclesOf = Span<const KernelCycles> (*)();
Span<const KernelCyclesOf> kernel_cycles();

Span<const KernelCycles> conv2d_s8_cycles();
Span<const KernelCycles> depthwise_conv2d_s8_cycles();
Span<const KernelCycles> fully_connected_s8_cycles();

}  // namespace nook
