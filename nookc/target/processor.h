#pragma once
#include <cstdint>

namespace nookc {

// The instruction sets for kernels (nook::Isa) that this machine's processor supports.
uint32_t isa_of_this_processor();

}  // namespace nookc
