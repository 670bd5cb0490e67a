#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/core/files.h"

namespace nookc {

// The bytes of an archive of files, sorted by path; times and owners are 0, so that equal files give equal
// bytes. Diag N4003: libarchive failed.
Result<std::string> tar(Files files);
Result<std::string> zip(Files files);

}  // namespace nookc
