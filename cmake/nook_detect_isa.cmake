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
  foreach(pair IN ITEMS dsp:__ARM_FEATURE_DSP mve:__ARM_FEATURE_MVE avx2:__AVX2__)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 isa)
    list(GET pair 1 macro)
    check_c_source_compiles("#ifndef ${macro}\n#error\n#endif\nint answer;\n" NOOK_COMPILES_FOR_${isa})
    if(NOOK_COMPILES_FOR_${isa})
      list(APPEND found ${isa})
    endif()
  endforeach()
  set(NOOK_ISA "${found}" CACHE STRING "Kernels to build beside the reference: any of dsp mve rvv avx2")
endfunction()
