# cpack runs this on the files that it is about to pack. A .deb gets the files that Debian's policy requires in
# addition to `cmake --install`. Its dates are SOURCE_DATE_EPOCH or fixed, so equal sources give equal files.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${root}/share/doc/nook)

file(MAKE_DIRECTORY ${doc})
file(REMOVE ${doc}/LICENSE)  # copyright refers to it
file(WRITE ${doc}/copyright "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: nook

Files: *
Copyright: 2026 nook developers
License: Apache-2.0

License: Apache-2.0
 On Debian systems the text of the Apache License 2.0 is in
 /usr/share/common-licenses/Apache-2.0.
")
# One module for every Python 3, in the folder of Debian's packages.
file(GLOB versioned ${root}/lib/python3.*)
file(MAKE_DIRECTORY ${root}/lib/python3)
file(RENAME ${versioned}/dist-packages ${root}/lib/python3/dist-packages)
file(REMOVE_RECURSE ${versioned})
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
else()
  set(date "Thu, 01 Jan 1970 00:00:00 +0000")
endif()
file(WRITE ${doc}/changelog "nook (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md in this folder says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(GLOB pages ${root}/share/man/man1/*.1)
foreach(file IN ITEMS ${doc}/changelog ${pages})
  execute_process(COMMAND gzip -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
# Makes folders readable for everyone, whatever the umask is.
execute_process(COMMAND chmod -R u=rwX,go=rX ${root} COMMAND_ERROR_IS_FATAL ANY)
