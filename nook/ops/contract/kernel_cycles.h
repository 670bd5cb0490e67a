// Cycle model of kernels on a Cortex-M4, with which a compiler chooses among them (docs/cycles.md). Each
// operator has a list, from the last column of its rows (nook/ops/prepare/cycles_row.h).
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// The cost of one inference. The constants consist of blocks; the kernel reads each block from start to end
// several times before the next block. Reads of a block that fits the flash's buffer cause fewer wait states.
struct KernelWork {
  double cycles = 0;       // with memory without wait states
  int64_t stream = 0;      // bytes of constants
  int64_t block = 0;       // bytes of a block
  double times = 0;        // number of times that a block is read
  double times_held = 0;   // number of times that reads wait if the buffer holds the block
  double code_misses = 0;  // jumps to lines of code that the buffer does not hold
};

// The work of a kernel for the layers to which this applies. `in` has the bytes of constant operands, as for
// a Packing; `stream` is their size after packing.
struct LayerCycles {
  bool (*applies)(const void* params, const void* const* in);  // null: this entry does not exist
  KernelWork (*work)(const void* params, int64_t stream);
};

// The first entry that applies counts.
constexpr size_t kMostLayerCycles = 4;
struct KernelCycles {
  const char* symbol;
  LayerCycles layers[kMostLayerCycles];
};

// The lists of all operators that have a cycle model.
using KernelCyclesOf = Span<const KernelCycles> (*)();
Span<const KernelCyclesOf> kernel_cycles();

Span<const KernelCycles> conv2d_s8_cycles();
Span<const KernelCycles> depthwise_conv2d_s8_cycles();
Span<const KernelCycles> fully_connected_s8_cycles();

}  // namespace nook
