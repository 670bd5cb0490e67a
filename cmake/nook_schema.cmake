# nook_schema: flatc's reader and writer of the .tflite format, "schema_generated.h", made from nook/model/schema.fbs.
# Only programs of the host may link it.
include_guard(GLOBAL)
find_program(FLATC flatc REQUIRED)
find_path(FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED PATHS /usr/include /usr/local/include)
if(EMSCRIPTEN)
  nook_borrow(FLATBUFFERS_INCLUDE flatbuffers)
endif()

set(nook_schema_folder ${PROJECT_BINARY_DIR}/schema)
add_custom_command(
  OUTPUT ${nook_schema_folder}/schema_generated.h
  COMMAND ${FLATC} --cpp --gen-object-api -o ${nook_schema_folder} ${PROJECT_SOURCE_DIR}/nook/model/schema.fbs
  DEPENDS ${PROJECT_SOURCE_DIR}/nook/model/schema.fbs)
add_custom_target(nook_schema_header DEPENDS ${nook_schema_folder}/schema_generated.h)

add_library(nook_schema INTERFACE)
add_dependencies(nook_schema nook_schema_header)
# SYSTEM: its warnings are not ours.
target_include_directories(nook_schema SYSTEM INTERFACE ${nook_schema_folder} ${FLATBUFFERS_INCLUDE})
