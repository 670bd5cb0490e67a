# nook_schema: flatc's reader and writer of the .tflite format, "schema_generated.h", generated from
# nook/model/schema.fbs. nook_schema_objects: models also as mutable objects, in namespace nook::tflite_objects,
# "schema_objects_generated.h": a header that takes four times as long to compile. Only host programs may link them.
include_guard(GLOBAL)
find_program(FLATC flatc REQUIRED)
find_path(FLATBUFFERS_INCLUDE flatbuffers/flatbuffers.h REQUIRED PATHS /usr/include /usr/local/include)
if(EMSCRIPTEN)
  nook_borrow(FLATBUFFERS_INCLUDE flatbuffers)
endif()

set(nook_schema_folder ${PROJECT_BINARY_DIR}/schema)
set(nook_schema_fbs ${PROJECT_SOURCE_DIR}/nook/model/schema.fbs)
function(nook_schema_library name fbs)
  cmake_path(GET fbs STEM stem)
  set(header ${nook_schema_folder}/${stem}_generated.h)
  add_custom_command(OUTPUT ${header} COMMAND ${FLATC} --cpp ${ARGN} -o ${nook_schema_folder} ${fbs} DEPENDS ${fbs})
  add_custom_target(${name}_header DEPENDS ${header})
  add_library(${name} INTERFACE)
  add_dependencies(${name} ${name}_header)
  # SYSTEM: suppresses its warnings.
  target_include_directories(${name} SYSTEM INTERFACE ${nook_schema_folder} ${FLATBUFFERS_INCLUDE})
endfunction()
nook_schema_library(nook_schema ${nook_schema_fbs})

# One program may use both: a class may have only one definition in it, so the other one needs another name.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nook_schema_fbs})
file(READ ${nook_schema_fbs} nook_schema_text)
string(REPLACE "namespace nook.tflite;" "namespace nook.tflite_objects;" nook_schema_text "${nook_schema_text}")
file(CONFIGURE OUTPUT ${nook_schema_folder}/schema_objects.fbs CONTENT "${nook_schema_text}" @ONLY)
nook_schema_library(nook_schema_objects ${nook_schema_folder}/schema_objects.fbs --gen-object-api)
