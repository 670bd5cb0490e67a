# Shared by both toolchain files: compilers and flags of the board for ${NOOK_CPU}.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NOOK_CPU)

include(${CMAKE_CURRENT_LIST_DIR}/nook_link_board.cmake)
nook_board(${NOOK_CPU} board)

foreach(tool IN ITEMS C_COMPILER:gcc ASM_COMPILER:gcc CXX_COMPILER:g++ AR:ar RANLIB:ranlib OBJCOPY:objcopy
                      OBJDUMP:objdump NM:nm SIZE:size)
  string(REPLACE ":" ";" tool ${tool})
  list(GET tool 0 variable)
  list(GET tool 1 program)
  set(CMAKE_${variable} ${board_TOOLS}${program})
endforeach()

string(REPLACE ";" " " flags "${board_FLAGS}")
foreach(language IN ITEMS C CXX ASM)
  set(CMAKE_${language}_FLAGS_INIT "${flags}")
  # Named here and last on every link line: with -nostdlib (nook_link_board.cmake) g++ adds no libraries of its own,
  # such as the C++ library that RISC-V lacks.
  set(CMAKE_${language}_STANDARD_LIBRARIES_INIT "-Wl,--start-group -lm -lc -lgcc -Wl,--end-group")
endforeach()

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
