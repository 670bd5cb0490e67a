#pragma once
#include <cstdint>
#include <optional>

#include "nook/ops/op.h"
#include "nookc/target/flash.h"
#include "nookc/target/target.h"

namespace nookc {

// Cycles of one inference of a kernel, as docs/cycles.md estimates them.
struct Estimate {
  int64_t core = 0;   // from memory that answers at once
  int64_t flash = 0;  // with the wait states of the flash that holds its code and constants
};

// Whether kernels for this core are described (nook/ops/kernel_cycles.h).
bool estimates_kernels(const Target& target);

// `constants`: those of the node, as Packing wants them. Nothing: the kernel has no description, or the core
// has none.
std::optional<Estimate> estimate(const nook::Kernel& kernel, const void* params, const void* const* constants,
                                 const Target& target, const Flash& flash);

}  // namespace nookc
