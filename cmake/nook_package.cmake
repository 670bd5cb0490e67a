# `cpack` in the build folder creates a .deb from the files of `cmake --install`; ./dev package calls it.
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON)  # it does not need the tests
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME nook)
set(CPACK_PACKAGE_CONTACT "nook developers <nook@nook.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "neural networks on microcontrollers, in memory that you own")
set(CPACK_PACKAGE_DESCRIPTION "nook compiles trained networks (.tflite, .onnx) to C99 for microcontrollers,
plans every byte of their memory, and runs, compares and measures them
on this machine and on emulated boards.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "python3:any")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc, cmake, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gcc-arm-none-eabi, libnewlib-arm-none-eabi, qemu-system-arm, gcc-riscv64-unknown-elf, picolibc-riscv64-unknown-elf, qemu-system-misc")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/nook_debian.cmake)
include(CPack)
