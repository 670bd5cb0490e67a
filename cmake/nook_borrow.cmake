# nook_borrow(<variable> <folder>): makes a header folder of this machine usable for a compiler with its own C
# library: the variable's folder also contains headers of this machine, so the variable is set to a folder with only a
# link to the given one.
include_guard(GLOBAL)

function(nook_borrow variable folder)
  set(borrowed ${PROJECT_BINARY_DIR}/borrowed)
  if(NOT "${${variable}}" STREQUAL "${borrowed}")
    file(MAKE_DIRECTORY ${borrowed})
    file(CREATE_LINK ${${variable}}/${folder} ${borrowed}/${folder} SYMBOLIC)
    set(${variable} ${borrowed} CACHE PATH "Headers of ${folder}" FORCE)
  endif()
endfunction()
