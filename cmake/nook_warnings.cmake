# nook_warnings: the warnings for all of our code.
add_library(nook_warnings INTERFACE)
target_compile_options(nook_warnings INTERFACE -Wall -Wextra -Wshadow -Wundef -Wconversion -Wno-sign-conversion
                       $<$<BOOL:${NOOK_WERROR}>:-Werror>)
# GCC 12 wrongly reports overlaps in every "literal" + std::string (its bug 105329).
target_compile_options(nook_warnings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
# With 32-bit pointers, the offsets of iterators have 32 bits too; sizes are checked before they are converted.
if(EMSCRIPTEN OR (CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang"))
  target_compile_options(nook_warnings INTERFACE -Wno-shorten-64-to-32)
endif()
