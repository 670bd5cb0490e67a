# The Python package: in the build folder with the built command, and installed with the installed command. The module
# that works without the command is of one version of Python (nook_python_module.cmake); others find the command.
# NOOK_PYTHON_DIR: where Python looks for packages, below the prefix.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(NOOK_PYTHON_DIR "lib/python${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR}/dist-packages"
    CACHE STRING "Where cmake --install puts the Python package, below the prefix")
set(nook_python_source ${PROJECT_SOURCE_DIR}/python/nook/__init__.py)
set(nook_python_dask ${PROJECT_SOURCE_DIR}/python/nook/dask.py)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${nook_python_source})
file(READ ${nook_python_source} nook_python)
string(REPLACE "_COMMAND = \"\"" "_COMMAND = \"${PROJECT_BINARY_DIR}/nook\"" nook_python_built "${nook_python}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/python/nook/__init__.py CONTENT "${nook_python_built}" @ONLY)
configure_file(${nook_python_dask} ${PROJECT_BINARY_DIR}/python/nook/dask.py COPYONLY)
# The path from the package to bin/, which stays valid if the prefix is moved.
file(RELATIVE_PATH nook_to_command /${NOOK_PYTHON_DIR}/nook /${CMAKE_INSTALL_BINDIR}/nook)
string(REPLACE "_COMMAND = \"\"" "_COMMAND = os.path.join(os.path.dirname(os.path.abspath(__file__)), \"${nook_to_command}\")"
       nook_python_installed "${nook_python}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/python/nook/__init__.py CONTENT "${nook_python_installed}" @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/package/python/nook/__init__.py ${nook_python_dask} DESTINATION ${NOOK_PYTHON_DIR}/nook)
if(NOOK_BUILDS_PYTHON_MODULE)  # OPTIONAL: a build of the command alone can be installed without it
  install(TARGETS nook_python LIBRARY DESTINATION ${NOOK_PYTHON_DIR}/nook OPTIONAL)
endif()
