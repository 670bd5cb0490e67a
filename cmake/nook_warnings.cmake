# nook_warnings: the warnings that every line of ours is built with.
add_library(nook_warnings INTERFACE)
target_compile_options(nook_warnings INTERFACE -Wall -Wextra -Wshadow -Wundef -Wconversion -Wno-sign-conversion
                       $<$<BOOL:${NOOK_WERROR}>:-Werror>)
# GCC 12 sees overlaps that are not there in every "literal" + std::string (its bug 105329).
target_compile_options(nook_warnings INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
# Where pointers have 32 bits, so have the offsets that iterators take; sizes are checked before they become such.
target_compile_options(nook_warnings INTERFACE $<$<PLATFORM_ID:Emscripten>:-Wno-shorten-64-to-32>)
