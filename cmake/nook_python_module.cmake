# Whether the Python package gets its own module, `_nook`: nookc as a shared library that Python loads
# (python/CMakeLists.txt). Included before all targets, because it changes how a shared library's sources are
# compiled. Without pybind11, and with sanitizers, whose runtime Python lacks, the package calls the command.
option(NOOK_PYTHON_MODULE "Build the Python module, where pybind11 and Python's headers are installed" ON)
set(NOOK_BUILDS_PYTHON_MODULE OFF)
if(NOT NOOK_PYTHON_MODULE OR NOT PROJECT_IS_TOP_LEVEL OR NOT NOOK_BUILD_COMPILER OR CMAKE_CROSSCOMPILING OR EMSCRIPTEN
   OR NOOK_FUZZ OR CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  return()
endif()
find_package(Python3 QUIET COMPONENTS Interpreter Development.Module)
find_package(pybind11 QUIET CONFIG)
if(NOT Python3_Development.Module_FOUND OR NOT pybind11_FOUND)
  message(STATUS "nook: no pybind11-dev or python3-dev; the Python package calls the command")
  return()
endif()
set(NOOK_BUILDS_PYTHON_MODULE ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# As small and fast as code for a program: no function can be replaced by another library's. Kernels are C, and stay
# visible to code that tests compile at run time (tests/generated).
add_compile_options($<$<COMPILE_LANGUAGE:C>:-fno-semantic-interposition>)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
