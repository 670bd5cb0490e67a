# nook_add_model(<target> MODEL <file.tflite> [NAME <name>] [TARGET <machine>] [OPTIONS <option>...])
#
# Compiles the model when <target> is built and adds it to it: "<name>.h" can be included, <name>_run() be called. The
# kernels that the model uses come from the library nook_kernels, built by the toolchain of <target>.
#   NAME     prefix of symbols and files; default: the file's name without its extension, as a C identifier
#   TARGET   what the code will run on, see `nook compile --help`; default: the variable NOOK_TARGET, or host when
#            not cross compiling
#   OPTIONS  more options of `nook compile`, --input-in-scratch and the like
# The command is the one that this build makes, else NOOK_COMMAND, else `nook` of the PATH.
function(nook_add_model target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODEL;NAME;TARGET" "OPTIONS")
  if(NOT arg_MODEL OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nook_add_model(<target> MODEL <file> [NAME <name>] [TARGET <machine>] [OPTIONS ...])")
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

  if(TARGET nook::nook)
    set(command $<TARGET_FILE:nook::nook>)
    set(depends nook::nook)
  elseif(TARGET nook)
    set(command $<TARGET_FILE:nook>)
    set(depends nook)
  else()
    find_program(NOOK_COMMAND nook REQUIRED)
    set(command ${NOOK_COMMAND})
    set(depends ${NOOK_COMMAND})
  endif()

  set(directory ${CMAKE_CURRENT_BINARY_DIR}/nook_models/${arg_NAME})
  set(sources ${directory}/${arg_NAME}.c ${directory}/${arg_NAME}_constants.c ${directory}/${arg_NAME}_check.c
      ${directory}/${arg_NAME}_info.c)
  set(others ${directory}/${arg_NAME}.h ${directory}/${arg_NAME}_constants.h ${directory}/${arg_NAME}.json
      ${directory}/${arg_NAME}.report.txt)
  add_custom_command(
    OUTPUT ${sources} ${others}
    COMMAND ${command} compile ${arg_MODEL} --target ${arg_TARGET} --name ${arg_NAME} -o ${directory} ${arg_OPTIONS}
    # `nook` leaves files alone that do not change; the build must see that they are up to date.
    COMMAND ${CMAKE_COMMAND} -E touch ${sources} ${others}
    DEPENDS ${arg_MODEL} ${depends}
    COMMENT "nook compile ${arg_NAME} for ${arg_TARGET}"
    VERBATIM)
  target_sources(${target} PRIVATE ${sources} ${others})
  target_include_directories(${target} PRIVATE ${directory})
  target_link_libraries(${target} PRIVATE nook::nook_kernels)
endfunction()
