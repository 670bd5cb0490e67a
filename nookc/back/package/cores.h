// Which cores the code for a target runs on, as build systems name them.
#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// Diag N2088: the build system does not build for such a core.
Status check_builder(const std::string& format, const Target& target);

// An expression of Kconfig's symbols; empty: any core.
std::string zephyr_cores(const Target& target);

// The rows of a condition in a CMSIS-Pack, "<accept .../>"; empty: any core.
std::string pack_cores(const Target& target);

}  // namespace nookc
