#pragma once
#include <string_view>

#include "nook/core/isa.h"

namespace nookc {

// An instruction set under its name in file names and NOOK_ISA ("dsp"); the set with the fastest kernels
// comes first.
struct Isa {
  uint32_t isa;
  std::string_view name;
};
inline constexpr Isa kIsas[] = {{nook::kVnni, "vnni"}, {nook::kAvx2, "avx2"},     {nook::kDotprod, "dotprod"},
                                {nook::kNeon, "neon"}, {nook::kMve, "mve"},       {nook::kFpu, "fpu"},
                                {nook::kDsp, "dsp"},   {nook::kThumb2, "thumb2"}, {nook::kThumb1, "thumb1"},
                                {nook::kRvvf, "rvvf"}, {nook::kRvv, "rvv"},       {nook::kRv32, "rv32"}};

}  // namespace nookc
