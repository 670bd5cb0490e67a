#include "nook/ops/contract/kernel_cycles.h"

namespace nook {
namespace {

constexpr KernelCyclesOf kAll[] = {conv2d_s8_cycles, depthwise_conv2d_s8_cycles, fully_connected_s8_cycles};

}  // namespace

Span<const KernelCyclesOf> kernel_cycles() { return kAll; }

}  // namespace nook
