# RISC-V with Debian's gcc-riscv64-unknown-elf and picolibc. There is no C++ standard library, C headers only.
set(NOOK_CPU rv32 CACHE STRING "Target in ports/boards.inc to build for")
set(CMAKE_SYSTEM_PROCESSOR riscv)
include(${CMAKE_CURRENT_LIST_DIR}/nook_toolchain.cmake)
