#include "nook/ops/kernel_cycles.h"

#include <string.h>

namespace nook {
namespace {

constexpr KernelCyclesOf kAll[] = {conv2d_s8_cycles, depthwise_conv2d_s8_cycles, fully_connected_s8_cycles};

}  // namespace

Span<const KernelCyclesOf> kernel_cycles() { return kAll; }

const KernelCycles* find_cycles(const char* symbol, const void* params, const void* const* in) {
  for (const KernelCyclesOf of : kAll)
    for (const KernelCycles& row : of())
      if (strcmp(row.symbol, symbol) == 0 && row.applies(params, in)) return &row;
  return nullptr;
}

}  // namespace nook
