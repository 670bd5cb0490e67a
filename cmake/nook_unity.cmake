# nook_unity(<target>...): with NOOK_UNITY, the target's C++ sources are compiled many at a time, so that headers are
# read and templates instantiated once for all of them: a full build takes a third of the time, a change of one file
# more. Call it after the target has its sources. tools/unity.py decides which sources can be combined.
include_guard(GLOBAL)
option(NOOK_UNITY "Compile sources together where they can be: for builds of everything at once" OFF)
set(NOOK_UNITY_TOOL ${CMAKE_CURRENT_LIST_DIR}/../tools/unity.py)
set(NOOK_UNITY_BYTES 200000)  # bytes of the sources in one group

function(nook_unity)
  if(NOT NOOK_UNITY)
    return()
  endif()
  if(NOT Python3_EXECUTABLE)  # searching for it takes as long as the tool
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
  endif()
  foreach(target IN LISTS ARGN)
    get_target_property(sources ${target} SOURCES)
    get_target_property(directory ${target} SOURCE_DIR)
    list(FILTER sources INCLUDE REGEX "\\.cc$")
    set(files "")
    foreach(source IN LISTS sources)
      get_source_file_property(generated ${source} TARGET_DIRECTORY ${target} GENERATED)
      get_source_file_property(apart ${source} TARGET_DIRECTORY ${target} SKIP_UNITY_BUILD_INCLUSION)
      cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${directory} NORMALIZE)
      if(NOT generated AND NOT apart)
        list(APPEND files ${source})
      endif()
    endforeach()
    execute_process(COMMAND ${Python3_EXECUTABLE} ${NOOK_UNITY_TOOL} --root ${PROJECT_SOURCE_DIR}
                            --bytes ${NOOK_UNITY_BYTES} ${files}
                    OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" lines "${lines}")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
      set_source_files_properties(${CMAKE_MATCH_2} TARGET_DIRECTORY ${target}
                                  PROPERTIES UNITY_GROUP "${target}_${CMAKE_MATCH_1}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # Users who debug a program also change it, and compile one file at a time. Sanitizer reports still have lines.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-g0>)
    # The groups depend on names that are private to a file, and may change with them.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files} ${NOOK_UNITY_TOOL})
  endforeach()
endfunction()
