#pragma once
#include <cstdint>
#include <optional>

#include "nook/ops/contract/op.h"
#include "nookc/target/flash.h"
#include "nookc/target/target.h"

namespace nookc {

// The cycles that a kernel needs for one inference, estimated as in docs/cycles.md.
struct Estimate {
  int64_t core = 0;   // from memory without wait states
  int64_t flash = 0;  // with the wait states of the flash that holds its code and constants
};

// Whether there are cycle models for kernels on this core (nook/ops/contract/kernel_cycles.h).
bool estimates_kernels(const Target& target);

// `constants`: the constant operands of the node, as Packing expects them. Returns nothing if there is no
// cycle model for the kernel or the core.
std::optional<Estimate> estimate(const nook::KernelEntry& kernel, const void* params,
                                 const void* const* constants, const Target& target, const Flash& flash);

}  // namespace nookc
