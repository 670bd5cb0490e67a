// An external component of ESPHome around a compiled network.
#pragma once
#include "nookc/back/emit/together.h"
#include "nookc/back/package/description.h"
#include "nookc/core/files.h"

namespace nookc {

// Diag N2022: an option is given for which the component has no place; N2083: it can't run such a network,
// whose input it fills element by element.
Status check_esphome(const Program& program, const EmitOptions& options);

// The files that differ between networks: facts for Python, memory and functions for C++, and an example.
Files esphome_files(const Package& package, const CompiledNetwork& network);

// Lays the files out as a folder of components, and adds the parts that are the same for every network.
Result<Files> esphome_folder(const Package& package, Files files);

}  // namespace nookc
