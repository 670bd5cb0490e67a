#pragma once
#include <stdint.h>

namespace nook {

// Instruction sets that a kernel may need. Each is one bit, so a target is a bitwise or. kThumb1: the
// instructions that every Cortex-M has. kThumb2: the 32-bit ones of Armv7-M, on cores without DSP
// instructions. kRv32: 32 registers of 32 bits, and multiplication with both result words. kRvv: kRv32 and
// its vectors of 128 bits and more, Zve32x. kRvvf: kRvv, an FPU, and vectors of floats, Zve32f. kFpu: kDsp
// and the 32 registers of an FPU, in which integer kernels keep words. kVnni: kAvx2 and AVX-VNNI.
// kNeon: the vectors of aarch64. kDotprod: kNeon and the dot products of Armv8.2. kNofp: the 32-bit
// instructions of Armv7-M, on cores without an FPU, for floats in integers.
enum Isa : uint32_t {
  kRef = 0,
  kDsp = 1u << 0,
  kMve = 1u << 1,
  kRvv = 1u << 2,
  kAvx2 = 1u << 3,
  kThumb1 = 1u << 4,
  kRv32 = 1u << 5,
  kFpu = 1u << 6,
  kVnni = 1u << 7,
  kThumb2 = 1u << 8,
  kRvvf = 1u << 9,
  kNeon = 1u << 10,
  kDotprod = 1u << 11,
  kNofp = 1u << 12
};

// The instruction sets that this build was compiled for. No other code in the runtime tests compiler macros
// for them.
constexpr uint32_t kBuildIsa = 0
#if defined(__ARM_FEATURE_DSP) && __ARM_ARCH_PROFILE == 'M'
                               | kDsp
#endif
#if defined(__ARM_FEATURE_DSP) && defined(__ARM_FP) && !defined(__ARM_FEATURE_MVE)
                               | kFpu
#endif
#if defined(__ARM_FEATURE_MVE)
                               | kMve
#endif
#if defined(__AVX2__)
                               | kAvx2
#endif
#if defined(__AVXVNNI__)
                               | kVnni
#endif
#if defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
                               | kNeon
#if defined(__ARM_FEATURE_DOTPROD)
                               | kDotprod
#endif
#endif
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(__ARM_FEATURE_DSP)
                               | kThumb1
#if __ARM_ARCH_ISA_THUMB == 2
                               | kThumb2
#endif
#endif
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(__ARM_FP)
#if __ARM_ARCH_ISA_THUMB == 2
                               | kNofp
#endif
#endif
#if defined(__riscv_mul) && __riscv_xlen == 32 && !defined(__riscv_32e)
                               | kRv32
#endif
#if (defined(__riscv_zve32x) || defined(__riscv_zve32f)) && __riscv_xlen == 32
                               | kRvv
#endif
#if defined(__riscv_zve32f) && __riscv_xlen == 32
                               | kRvvf
#endif
    ;

constexpr bool has(uint32_t set, uint32_t isa) { return (set & isa) == isa; }

}  // namespace nook
