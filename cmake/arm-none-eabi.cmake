# Arm Cortex-M with Debian's gcc-arm-none-eabi. NOOK_CPU: cortex- followed by m0, m3, m4, m7, m33 or m55.
set(NOOK_CPU cortex-m4 CACHE STRING "Target in ports/boards.inc to build for")
set(CMAKE_SYSTEM_PROCESSOR arm)
include(${CMAKE_CURRENT_LIST_DIR}/nook_toolchain.cmake)
