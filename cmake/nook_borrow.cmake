# nook_borrow(<variable> <folder>): headers of this machine for a compiler that has a C library of its own: the folder that
# the variable names has those of this machine too, so that the variable becomes a folder with a link to them alone.
include_guard(GLOBAL)

function(nook_borrow variable folder)
  set(borrowed ${PROJECT_BINARY_DIR}/borrowed)
  if(NOT "${${variable}}" STREQUAL "${borrowed}")
    file(MAKE_DIRECTORY ${borrowed})
    file(CREATE_LINK ${${variable}}/${folder} ${borrowed}/${folder} SYMBOLIC)
    set(${variable} ${borrowed} CACHE PATH "Headers of ${folder}" FORCE)
  endif()
endfunction()
