# `cmake --install`: the command, kernels, runtime and headers as sources, the package that find_package(nook) finds,
# the file for pkg-config, the documents, man pages and completions. Included by the top CMakeLists.txt after its
# subdirectories if the command is built.
include(CMakePackageConfigHelpers)

set(nook_source_dir ${CMAKE_INSTALL_DATADIR}/nook/src)
set(nook_command ${CMAKE_INSTALL_BINDIR}/nook)
set(nook_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nook)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/nookConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/nookConfig.cmake
                              INSTALL_DESTINATION ${nook_package_dir} PATH_VARS nook_source_dir nook_command)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/nookConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
configure_file(${PROJECT_SOURCE_DIR}/cmake/nook.pc.in ${PROJECT_BINARY_DIR}/package/nook.pc @ONLY)

install(TARGETS nook RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(nook_sources FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.c" PATTERN "*.S" PATTERN "*.cc"
    PATTERN "test.cc" EXCLUDE PATTERN "*_test.cc" EXCLUDE PATTERN "random.cc" EXCLUDE)
# Sources of an earlier version would be built, too.
install(CODE "file(REMOVE_RECURSE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${nook_source_dir}/nook\")")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/nook DESTINATION ${nook_source_dir} ${nook_sources})
get_property(extra_ops GLOBAL PROPERTY nook_extra_ops)
get_property(gen GLOBAL PROPERTY nook_gen)
install(FILES ${gen}/nook/ops/all.h ${gen}/nook/ops/extra_ops.inc DESTINATION ${nook_source_dir}/nook/ops)
foreach(op IN LISTS extra_ops)
  file(REAL_PATH ${gen}/nook/ops/${op} folder)
  install(DIRECTORY ${folder}/ DESTINATION ${nook_source_dir}/nook/ops/${op} ${nook_sources})
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/package/nookConfig.cmake ${PROJECT_BINARY_DIR}/package/nookConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/nook_add_model.cmake ${PROJECT_SOURCE_DIR}/cmake/nook_detect_isa.cmake
        ${PROJECT_SOURCE_DIR}/cmake/nook_embed_model.cmake
        DESTINATION ${nook_package_dir})
install(FILES ${PROJECT_BINARY_DIR}/package/nook.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/CHANGELOG.md
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The man page and shell completions, written by the command itself.
set(nook_written "")
foreach(row IN ITEMS man:nook.1 bash:nook.bash zsh:_nook fish:nook.fish)
  string(REPLACE ":" ";" row ${row})
  list(GET row 0 kind)
  list(GET row 1 file)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/package/${file}
    COMMAND nook completion ${kind} > ${PROJECT_BINARY_DIR}/package/${file} DEPENDS nook VERBATIM)
  list(APPEND nook_written ${PROJECT_BINARY_DIR}/package/${file})
endforeach()
set(nook_all "")
if(NOOK_COMMAND_IN_ALL)
  set(nook_all ALL)
endif()
add_custom_target(nook_written ${nook_all} DEPENDS ${nook_written})
# OPTIONAL: a build of the command alone can be installed without them.
install(FILES ${PROJECT_BINARY_DIR}/package/nook.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/package/nook.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        RENAME nook OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/package/_nook DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions OPTIONAL)
install(FILES ${PROJECT_BINARY_DIR}/package/nook.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d OPTIONAL)
include(nook_python)
