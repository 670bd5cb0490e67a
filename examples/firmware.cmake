# The common beginning of firmware projects for an emulated board; examples/digits spells it out.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(CMAKE_C_STANDARD 99)

set(NOOK_ROOT ${CMAKE_CURRENT_LIST_DIR}/..)
set(NOOK_TARGET ${NOOK_CPU})
add_subdirectory(${NOOK_ROOT} nook EXCLUDE_FROM_ALL)
include(${NOOK_ROOT}/cmake/nook_add_model.cmake)
include(${NOOK_ROOT}/cmake/nook_link_board.cmake)
