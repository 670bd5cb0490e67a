# nook_embed_model(<target> MODEL <file.tflite> [NAME <array>])
#
# Makes "model.h" available to <target>: the file as `alignas(16) const unsigned char <array>[]` (g_model), for
# programs that interpret it.
function(nook_embed_model target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MODEL;NAME" "")
  if(NOT arg_MODEL OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "nook_embed_model(<target> MODEL <file> [NAME <array>])")
  endif()
  if(NOT arg_NAME)
    set(arg_NAME g_model)
  endif()
  cmake_path(ABSOLUTE_PATH arg_MODEL NORMALIZE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${arg_MODEL})
  file(READ ${arg_MODEL} hex HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
  set(directory ${CMAKE_CURRENT_BINARY_DIR}/${target}_model)
  file(CONFIGURE OUTPUT ${directory}/model.h
       CONTENT "#pragma once\nalignas(16) constexpr unsigned char ${arg_NAME}[] = {${bytes}};\n")
  target_include_directories(${target} PRIVATE ${directory})
endfunction()
