// The cores that the code for a target runs on, as build systems name them.
#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// Diag N2088: the build system does not support such a core.
Status check_builder(const std::string& format, const Target& target);

// A Kconfig expression of these cores; empty: any core.
std::string zephyr_cores(const Target& target);

// The elements of a condition in a CMSIS-Pack, "<accept .../>"; empty: any core.
std::string pack_cores(const Target& target);

// The first words of the targets of cargo that run the code, "thumbv7em"; empty: all of them.
std::vector<std::string> cargo_targets(const Target& target);

}  // namespace nookc
