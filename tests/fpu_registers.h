// The callee-saved registers of an FPU, which are half of Helium's vectors: kernels that keep numbers there
// must restore them.
#pragma once
#include <string.h>

#include "nook/core/isa.h"
#include "tests/test.h"

namespace test {

// Calls a function that must preserve s16 to s31, on cores with kernels that use them.
template <class Call>
void keeping_fpu_registers(Call call) {
  if constexpr (!nook::has(nook::kBuildIsa, nook::kFpu) && !nook::has(nook::kBuildIsa, nook::kMve)) {
    call();
  } else {
    uint32_t callers[16], known[16], after[16];
    for (uint32_t i = 0; i < 16; ++i) known[i] = 0x01010101u * (i + 1), after[i] = 0;
    asm volatile("vstmia %0, {s16-s31}\n\tvldmia %1, {s16-s31}" : : "r"(callers), "r"(known) : "memory");
    call();
    asm volatile("vstmia %0, {s16-s31}\n\tvldmia %1, {s16-s31}" : : "r"(after), "r"(callers) : "memory");
    EXPECT(memcmp(known, after, sizeof known) == 0);
  }
}

}  // namespace test
