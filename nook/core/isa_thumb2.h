#pragma once
#include <stdint.h>

namespace nook {

// The 32-bit instructions of Armv7-M, on cores without DSP instructions: an Isa of nook/core/isa.h.
inline constexpr uint32_t kThumb2 = 1u << 8;

}  // namespace nook
