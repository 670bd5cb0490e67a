#include "nookc/middle/lower/estimate.h"

#include <cmath>
#include <string_view>

#include "nook/ops/contract/kernel_cycles.h"

namespace nookc {
namespace {

// A Cortex-M33 needs no more cycles than a Cortex-M4.
constexpr std::string_view kDescribed[] = {"cortex-m4", "cortex-m4-nofp", "cortex-m33", "cortex-m33-nofp"};

// Returns null if no cycle model covers the kernel for this layer.
const nook::LayerCycles* cycles_of_kernel(std::string_view symbol, const void* params,
                                          const void* const* constants) {
  for (const nook::KernelCyclesOf of : nook::kernel_cycles())
    for (const nook::KernelCycles& row : of())
      if (row.symbol == symbol)
        for (const nook::LayerCycles& layers : row.layers)
          if (layers.applies && layers.applies(params, constants)) return &layers;
  return nullptr;
}

double waits(const nook::KernelWork& work, const Flash& flash) {
  const double lines = std::ceil(static_cast<double>(work.stream) / flash.line_bytes);
  const double times = work.block <= flash.buffer_bytes ? work.times_held : work.times;
  return flash.wait_states * (lines * times + work.code_misses);
}

}  // namespace

bool estimates_kernels(const Target& target) {
  for (const std::string_view name : kDescribed)
    if (name == target.name) return true;
  return false;
}

std::optional<Estimate> estimate(const nook::KernelEntry& kernel, const void* params,
                                 const void* const* constants, const Target& target, const Flash& flash) {
  if (!estimates_kernels(target)) return std::nullopt;
  const nook::LayerCycles* const cycles = cycles_of_kernel(kernel.symbol, params, constants);
  if (!cycles) return std::nullopt;
  const int64_t stream = kernel.packing->bytes ? kernel.packing->bytes(params) : 0;
  const nook::KernelWork work = cycles->work(params, stream);
  return Estimate{std::llround(work.cycles), std::llround(work.cycles + waits(work, flash))};
}

}  // namespace nookc
