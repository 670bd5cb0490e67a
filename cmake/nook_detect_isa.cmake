# Sets NOOK_ISA, the kernels to build beside the reference, to what the compiler says that it compiles for, unless it is
# set: what `nook compile --target` chooses for a core is then there.
include_guard(GLOBAL)
include(CheckCSourceCompiles)

function(nook_detect_isa)
  if(DEFINED NOOK_ISA)
    return()
  endif()
  set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # no board is linked for a question
  set(found "")
  set(dsp "defined(__ARM_FEATURE_DSP) && __ARM_ARCH_PROFILE == 'M'")
  set(mve "defined(__ARM_FEATURE_MVE)")
  set(avx2 "defined(__AVX2__)")
  set(thumb1 "defined(__ARM_ARCH_PROFILE) && __ARM_ARCH_PROFILE == 'M' && !defined(__ARM_FEATURE_DSP)")
  set(rv32 "defined(__riscv_mul) && __riscv_xlen == 32 && !defined(__riscv_32e)")
  foreach(isa IN ITEMS dsp mve avx2 thumb1 rv32)
    check_c_source_compiles("#if !(${${isa}})\n#error\n#endif\nint answer;\n" NOOK_COMPILES_FOR_${isa})
    if(NOOK_COMPILES_FOR_${isa})
      list(APPEND found ${isa})
    endif()
  endforeach()
  set(NOOK_ISA "${found}" CACHE STRING "Kernels to build beside the reference: any of dsp mve rvv avx2 thumb1 rv32")
endfunction()
