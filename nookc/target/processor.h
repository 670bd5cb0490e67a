#pragma once
#include <cstdint>

namespace nookc {

// The instruction sets for kernels (nook::Isa) that the processor under this program has.
uint32_t isa_of_this_processor();

}  // namespace nookc
