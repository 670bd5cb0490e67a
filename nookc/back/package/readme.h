// README.md of a package.
#pragma once
#include <string>

#include "nookc/back/package/description.h"

namespace nookc {

// Explains how to use the folder with the build system of `format`, one of package_formats(), the compiler's
// flags, and the files.
std::string readme(const Package& package, const std::string& format);

}  // namespace nookc
