# `cmake --install`: the command, the kernels and headers as sources, and the package that find_package(nook) finds.
# Included by the top CMakeLists.txt after its subdirectories, when the command is built.
include(CMakePackageConfigHelpers)

set(nook_source_dir ${CMAKE_INSTALL_DATADIR}/nook/src)
set(nook_command ${CMAKE_INSTALL_BINDIR}/nook)
set(nook_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nook)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/nookConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/package/nookConfig.cmake
                              INSTALL_DESTINATION ${nook_package_dir} PATH_VARS nook_source_dir nook_command)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/nookConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

install(TARGETS nook RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/nook DESTINATION ${nook_source_dir}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.c")
get_property(extra_ops GLOBAL PROPERTY nook_extra_ops)
get_property(gen GLOBAL PROPERTY nook_gen)
foreach(op IN LISTS extra_ops)
  file(REAL_PATH ${gen}/nook/ops/${op} folder)
  install(DIRECTORY ${folder}/ DESTINATION ${nook_source_dir}/nook/ops/${op}
          FILES_MATCHING PATTERN "*.h" PATTERN "*.inc" PATTERN "*.c")
endforeach()
install(FILES ${PROJECT_BINARY_DIR}/package/nookConfig.cmake ${PROJECT_BINARY_DIR}/package/nookConfigVersion.cmake
        ${PROJECT_SOURCE_DIR}/cmake/nook_add_model.cmake ${PROJECT_SOURCE_DIR}/cmake/nook_detect_isa.cmake
        DESTINATION ${nook_package_dir})
