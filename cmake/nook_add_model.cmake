# nook_add_model(<target> MODEL <file.tflite> [NAME <name>] [TARGET <machine>] [FORMAT <format>]
#                [CONSTANTS_BY_POINTER <pool>... [COMPILE_CONSTANTS]] [OPTIONS <option>...])
#
# Compiles the model when <target> is built and adds the result to it, which can then include "<name>.h" and call
# <name>_run(). The model's kernels come from the library nook_kernels, built by the toolchain of <target>.
#   NAME     prefix of symbols and files; default: the file's name without its extension, as a C identifier
#   TARGET   the machine to run on, see `nook compile --help`; default: the variable NOOK_TARGET, or host when not
#            cross-compiling
#   FORMAT   managed: the class <name>_model of "<name>_model.h", on the library nook_managed; weights: the constants
#            as "<name>_weights.h"
#   CONSTANTS_BY_POINTER  constant pools (flash if the options name none) whose constants the program passes by
#            pointer; the files with them, <name>_<pool>.bin, are added to the property NOOK_CONSTANTS of <target>
#   COMPILE_CONSTANTS     adds them to <target> as arrays too, <name>_constant_<pool>_data
#   OPTIONS  more options of `nook compile`, such as --input-in-scratch. With --weights-from storage, the file of weights,
#            <name>_weights.bin, is added to NOOK_CONSTANTS too
# The command is the one that this build produces or, failing that, NOOK_COMMAND, `nook` in the PATH, or one that is
# built for this machine from the sources next to this file.

# Sets `command` and `depends` in the caller.
macro(nook_find_command)
  if(TARGET nook::nook)
    set(command $<TARGET_FILE:nook::nook>)
    set(depends nook::nook)
  elseif(TARGET nook AND NOOK_COMMAND_IN_ALL)
    set(command $<TARGET_FILE:nook>)
    set(depends nook)
  else()
    find_program(NOOK_COMMAND nook)
    if(NOOK_COMMAND)
      set(command ${NOOK_COMMAND})
      set(depends ${NOOK_COMMAND})
    elseif(EXISTS ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../nookc/CMakeLists.txt)
      nook_build_command()
      set(command ${CMAKE_BINARY_DIR}/nook_command/nook)
      set(depends nook_command)
    else()
      message(FATAL_ERROR "nook_add_model(${target}): the command nook is not in the PATH; set NOOK_COMMAND to it")
    endif()
  endif()
endmacro()

# A separate build with this machine's compilers.
function(nook_build_command)
  if(TARGET nook_command)
    return()
  endif()
  include(ExternalProject)
  ExternalProject_Add(nook_command EXCLUDE_FROM_ALL ON SOURCE_DIR ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/..
    BINARY_DIR ${CMAKE_BINARY_DIR}/nook_command PREFIX ${CMAKE_BINARY_DIR}/nook_command_steps
    CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DNOOK_BUILD_TESTS=OFF -DNOOK_WERROR=OFF
    BUILD_COMMAND ${CMAKE_COMMAND} --build <BINARY_DIR> --target nook
    INSTALL_COMMAND ""
    BUILD_BYPRODUCTS ${CMAKE_BINARY_DIR}/nook_command/nook
    USES_TERMINAL_BUILD ON)
endfunction()

function(nook_add_model target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "COMPILE_CONSTANTS" "MODEL;NAME;TARGET;FORMAT" "CONSTANTS_BY_POINTER;OPTIONS")
  if(NOT arg_MODEL OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nook_add_model(<target> MODEL <file> [NAME <name>] [TARGET <machine>] [FORMAT <format>] "
                        "[CONSTANTS_BY_POINTER <pool>... [COMPILE_CONSTANTS]] [OPTIONS ...])")
  endif()
  if("CONSTANTS_BY_POINTER" IN_LIST arg_KEYWORDS_MISSING_VALUES OR (arg_COMPILE_CONSTANTS AND NOT arg_CONSTANTS_BY_POINTER))
    message(FATAL_ERROR "nook_add_model(${target}): say CONSTANTS_BY_POINTER flash, or the names of other constant pools")
  endif()
  cmake_path(ABSOLUTE_PATH arg_MODEL NORMALIZE)
  if(NOT arg_NAME)
    cmake_path(GET arg_MODEL STEM LAST_ONLY arg_NAME)
    string(MAKE_C_IDENTIFIER "${arg_NAME}" arg_NAME)
    string(TOLOWER "${arg_NAME}" arg_NAME)
  endif()
  if(NOT arg_TARGET)
    set(arg_TARGET "${NOOK_TARGET}")
  endif()
  if(NOT arg_TARGET AND CMAKE_CROSSCOMPILING)
    message(FATAL_ERROR "nook_add_model(${target}): say TARGET cortex-m4 or the like, or set NOOK_TARGET")
  elseif(NOT arg_TARGET)
    set(arg_TARGET host)
  endif()

  nook_find_command()

  if(arg_FORMAT AND NOT arg_FORMAT MATCHES "^(c|managed|weights)$")
    message(FATAL_ERROR "nook_add_model(${target}): FORMAT ${arg_FORMAT}; there are c, managed and weights")
  elseif(arg_FORMAT AND NOT arg_FORMAT STREQUAL "c" AND NOT TARGET nook::nook_managed)
    message(FATAL_ERROR "nook_add_model(${target}): FORMAT ${arg_FORMAT} needs the library nook::nook_managed, which "
                        "is there in projects with C++: project(... LANGUAGES C CXX)")
  endif()
  set(name ${arg_NAME})
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/nook_models/${name})
  if(NOT arg_FORMAT OR arg_FORMAT STREQUAL "c")
    set(arg_FORMAT c)
    set(sources ${name}.c ${name}_constants.c ${name}_check.c ${name}_info.c ${name}_entry.c)
    set(others ${name}.h ${name}_constants.h ${name}.json ${name}.report.txt)
    set(library nook_kernels)
  elseif(arg_FORMAT STREQUAL "managed")
    set(directory ${directory}_managed)
    set(sources ${name}_model.cc ${name}_arguments.c ${name}_constants.c)
    set(others ${name}_model.h ${name}_arguments.h ${name}_constants.h)
    set(library nook_managed)
  else()
    set(directory ${directory}_weights)
    set(sources)
    set(others ${name}_weights.h)
    set(library nook_managed)
  endif()
  foreach(pool IN LISTS arg_CONSTANTS_BY_POINTER)
    list(APPEND arg_OPTIONS --constants-by-pointer=${pool})
    string(TOLOWER ${pool} pool)
    list(APPEND others ${name}_${pool}.bin)
    set_property(TARGET ${target} APPEND PROPERTY NOOK_CONSTANTS ${directory}/${name}_${pool}.bin)
    list(APPEND sources ${name}_${pool}_data.c)
    if(NOT arg_COMPILE_CONSTANTS)  # added only so that IDEs show it
      set_source_files_properties(${directory}/${name}_${pool}_data.c PROPERTIES HEADER_FILE_ONLY ON)
    endif()
  endforeach()
  if("${arg_OPTIONS}" MATCHES "--weights-from[=;]storage")
    list(APPEND sources ${name}_storage.c)
    list(APPEND others ${name}_weights.bin)
    set_property(TARGET ${target} APPEND PROPERTY NOOK_CONSTANTS ${directory}/${name}_weights.bin)
  endif()
  list(TRANSFORM sources PREPEND ${directory}/)
  list(TRANSFORM others PREPEND ${directory}/)
  add_custom_command(
    OUTPUT ${sources} ${others}
    COMMAND ${command} compile ${arg_MODEL} --target ${arg_TARGET} --name ${name} --format ${arg_FORMAT} -o ${directory} --force
            ${arg_OPTIONS}
    # `nook` does not touch unchanged files, so the build must mark them as up to date.
    COMMAND ${CMAKE_COMMAND} -E touch ${sources} ${others}
    DEPENDS ${arg_MODEL} ${depends}
    COMMENT "nook compile ${name} (${arg_FORMAT}) for ${arg_TARGET}"
    VERBATIM)
  target_sources(${target} PRIVATE ${sources} ${others})
  target_include_directories(${target} PRIVATE ${directory})
  target_link_libraries(${target} PRIVATE nook::${library})
endfunction()
