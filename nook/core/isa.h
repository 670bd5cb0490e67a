#pragma once
#include <stdint.h>

namespace nook {

// Instruction sets that a kernel may need. A set is a bit mask, so a target is a union of them.
enum Isa : uint32_t { kRef = 0, kDsp = 1u << 0, kMve = 1u << 1, kRvv = 1u << 2, kAvx2 = 1u << 3 };

// What this very build was compiled for. The only place in the runtime that asks the compiler.
constexpr uint32_t kBuildIsa = 0
#if defined(__ARM_FEATURE_DSP) && __ARM_ARCH_PROFILE == 'M'
                               | kDsp
#endif
#if defined(__ARM_FEATURE_MVE)
                               | kMve
#endif
#if defined(__AVX2__)
                               | kAvx2
#endif
    ;

constexpr bool has(uint32_t set, uint32_t isa) { return (set & isa) == isa; }

}  // namespace nook
