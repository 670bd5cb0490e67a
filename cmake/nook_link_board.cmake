# nook_link_board(<executable> [STDIO]): makes an executable a program for the board of ${NOOK_CPU}, or for the host
# if there is none; add_test(COMMAND <executable>) runs it there. STDIO adds the board's functions for printf, malloc
# and C++ static objects.
include(${CMAKE_CURRENT_LIST_DIR}/nook_boards.cmake)

function(nook_link_board name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "STDIO" "" "")
  target_include_directories(${name} PRIVATE ${NOOK_PORTS_DIR}/..)
  if(NOT CMAKE_CROSSCOMPILING)
    target_sources(${name} PRIVATE ${NOOK_PORTS_DIR}/host/host.c)
    return()
  endif()
  nook_board(${NOOK_CPU} board)
  target_sources(${name} PRIVATE ${board_SOURCES} $<$<BOOL:${arg_STDIO}>:${board_STDIO_SOURCES}>)
  target_compile_options(${name} PRIVATE -ffunction-sections -fdata-sections
                         $<$<COMPILE_LANGUAGE:CXX>:-fno-exceptions -fno-rtti -fno-threadsafe-statics>)
  target_link_options(${name} PRIVATE -nostdlib -Wl,--gc-sections ${board_MEMORIES} -T${board_SCRIPT})
  set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS ${board_SCRIPT} ${NOOK_PORTS_DIR}/boards.inc)
  set_property(TARGET ${name} PROPERTY SUFFIX .elf)
  # Set for this target only: a global CMAKE_CROSSCOMPILING_EMULATOR would also run the tests' Python on the board.
  set_property(TARGET ${name} PROPERTY CROSSCOMPILING_EMULATOR
                                       /usr/bin/python3 ${NOOK_PORTS_DIR}/run.py ${NOOK_CPU})
endfunction()
