#pragma once
#include <string_view>

#include "nook/core/isa.h"

namespace nookc {

// An instruction set under its name in file names and NOOK_ISA ("dsp"), and in words, after "cores with"; the
// set with the fastest kernels comes first.
struct Isa {
  uint32_t isa;
  std::string_view name, words;
};
inline constexpr Isa kIsas[] = {{nook::kVnni, "vnni", "AVX-VNNI"},
                                {nook::kAvx2, "avx2", "AVX2"},
                                {nook::kDotprod, "dotprod", "dot products"},
                                {nook::kNeon, "neon", "NEON"},
                                {nook::kMve, "mve", "Helium"},
                                {nook::kFpu, "fpu", "DSP instructions and an FPU"},
                                {nook::kDsp, "dsp", "DSP instructions"},
                                {nook::kNofp, "nofp", "Armv7-M without an FPU"},
                                {nook::kThumb2, "thumb2", "Armv7-M"},
                                {nook::kThumb1, "thumb1", "Thumb"},
                                {nook::kRvvf, "rvvf", "RISC-V vectors of floats"},
                                {nook::kRvv, "rvv", "RISC-V vectors"},
                                {nook::kRv32, "rv32", "32-bit RISC-V"}};

}  // namespace nookc
