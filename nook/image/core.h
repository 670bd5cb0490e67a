/* The features of the core that this code is compiled for, as bits: those that an image needs and those that
 * a firmware has. C99 and C++17. */
#ifndef NOOK_IMAGE_CORE_H_
#define NOOK_IMAGE_CORE_H_

enum {
  NOOK_IMAGE_THUMB = 1u << 0,    /* ARMv6-M, every Cortex-M */
  NOOK_IMAGE_THUMB2 = 1u << 1,   /* ARMv7-M and the main line of ARMv8-M */
  NOOK_IMAGE_V8M_BASE = 1u << 2, /* the instructions that ARMv8-M Baseline adds to ARMv6-M */
  NOOK_IMAGE_V81M = 1u << 3,     /* ARMv8.1-M */
  NOOK_IMAGE_DSP = 1u << 4,      /* DSP extension of Arm */
  NOOK_IMAGE_FPU = 1u << 5,      /* single precision */
  NOOK_IMAGE_FPV5 = 1u << 6,     /* the instructions that FPv5 adds to FPv4 */
  NOOK_IMAGE_DOUBLE = 1u << 7,   /* double precision */
  NOOK_IMAGE_MVE = 1u << 8,      /* Helium, with floats */
  NOOK_IMAGE_RV32 = 1u << 16,    /* RV32I */
  NOOK_IMAGE_RV_M = 1u << 17,    /* multiplication and division */
  NOOK_IMAGE_RV_C = 1u << 18,    /* compressed instructions */
  NOOK_IMAGE_X86 = 1u << 24      /* tests of the loader on a PC */
};

/* Bit 0 of a function's address tells an Arm core that it is Thumb code. */
#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define NOOK_IMAGE_CODE_BIT 1u
#else
#define NOOK_IMAGE_CODE_BIT 0u
#endif

#if defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M'
#define NOOK_IMAGE_ARM_CORE NOOK_IMAGE_THUMB
#else
#define NOOK_IMAGE_ARM_CORE 0u
#endif
#if defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__ARM_ARCH_8M_MAIN__) || \
    defined(__ARM_ARCH_8_1M_MAIN__)
#define NOOK_IMAGE_ARM_THUMB2 (NOOK_IMAGE_THUMB2 | NOOK_IMAGE_V8M_BASE)
#elif defined(__ARM_ARCH_8M_BASE__)
#define NOOK_IMAGE_ARM_THUMB2 NOOK_IMAGE_V8M_BASE
#else
#define NOOK_IMAGE_ARM_THUMB2 0u
#endif
#if defined(__ARM_ARCH_8_1M_MAIN__)
#define NOOK_IMAGE_ARM_V81M NOOK_IMAGE_V81M
#else
#define NOOK_IMAGE_ARM_V81M 0u
#endif
#if defined(__ARM_FEATURE_DSP) && defined(__ARM_ARCH_PROFILE)
#define NOOK_IMAGE_ARM_DSP NOOK_IMAGE_DSP
#else
#define NOOK_IMAGE_ARM_DSP 0u
#endif
/* Only the Cortex-M4 has FPv4. */
#if defined(__ARM_FP) && (defined(__ARM_FEATURE_FMA) || (__ARM_FP & 4)) && !defined(__x86_64__)
#if defined(__ARM_ARCH_7EM__) && !(__ARM_FP & 8)
#define NOOK_IMAGE_ARM_FPU NOOK_IMAGE_FPU
#else
#define NOOK_IMAGE_ARM_FPU (NOOK_IMAGE_FPU | NOOK_IMAGE_FPV5)
#endif
#if __ARM_FP & 8
#define NOOK_IMAGE_ARM_DOUBLE NOOK_IMAGE_DOUBLE
#else
#define NOOK_IMAGE_ARM_DOUBLE 0u
#endif
#else
#define NOOK_IMAGE_ARM_FPU    0u
#define NOOK_IMAGE_ARM_DOUBLE 0u
#endif
#if defined(__ARM_FEATURE_MVE)
#define NOOK_IMAGE_ARM_MVE NOOK_IMAGE_MVE
#else
#define NOOK_IMAGE_ARM_MVE 0u
#endif
#if defined(__riscv) && __riscv_xlen == 32 && !defined(__riscv_32e)
#define NOOK_IMAGE_RISCV_CORE NOOK_IMAGE_RV32
#else
#define NOOK_IMAGE_RISCV_CORE 0u
#endif
#if defined(__riscv_mul) && defined(__riscv_div)
#define NOOK_IMAGE_RISCV_M NOOK_IMAGE_RV_M
#else
#define NOOK_IMAGE_RISCV_M 0u
#endif
#if defined(__riscv_compressed)
#define NOOK_IMAGE_RISCV_C NOOK_IMAGE_RV_C
#else
#define NOOK_IMAGE_RISCV_C 0u
#endif
#if defined(__x86_64__) || defined(__i386__)
#define NOOK_IMAGE_OTHER_CORES NOOK_IMAGE_X86
#else
#define NOOK_IMAGE_OTHER_CORES 0u
#endif

#define NOOK_IMAGE_FEATURES                                                                             \
  ((uint32_t)(NOOK_IMAGE_ARM_CORE | NOOK_IMAGE_ARM_THUMB2 | NOOK_IMAGE_ARM_V81M | NOOK_IMAGE_ARM_DSP |  \
              NOOK_IMAGE_ARM_FPU | NOOK_IMAGE_ARM_DOUBLE | NOOK_IMAGE_ARM_MVE | NOOK_IMAGE_RISCV_CORE | \
              NOOK_IMAGE_RISCV_M | NOOK_IMAGE_RISCV_C | NOOK_IMAGE_OTHER_CORES))

#endif
