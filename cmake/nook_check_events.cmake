# nook_check_events(<target>): building <target> fails if two events or errors declared in its sources have the same
# id, in whatever files they are. (Two in one translation unit do not compile anyway.)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(NOOK_EVENTS_TOOL ${CMAKE_CURRENT_LIST_DIR}/../tools/events.py)
cmake_path(NORMAL_PATH NOOK_EVENTS_TOOL)

function(nook_check_events target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(directory ${target} SOURCE_DIR)
  list(FILTER sources INCLUDE REGEX "\\.(h|hpp|hh|cc|cpp|cxx|inc)$")
  set(paths "")
  foreach(source IN LISTS sources)
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} NORMALIZE)
    list(APPEND paths ${source})
  endforeach()
  set(bytes 2)
  if(NOOK_EVENT_BYTES)
    set(bytes ${NOOK_EVENT_BYTES})
  endif()
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${target}.events)
  add_custom_command(
    OUTPUT ${stamp}
    COMMAND Python3::Interpreter ${NOOK_EVENTS_TOOL} ${paths} --bytes ${bytes} --check
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${paths} ${NOOK_EVENTS_TOOL}
    VERBATIM)
  target_sources(${target} PRIVATE ${stamp})
endfunction()
