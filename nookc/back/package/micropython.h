// A user C module of MicroPython around a compiled network.
#pragma once
#include "nookc/back/emit/together.h"
#include "nookc/back/package/description.h"
#include "nookc/core/files.h"

namespace nookc {

// Diag N2022: an option is given for which the module has no place; N2083: a tensor is in the scratch.
Status check_micropython(const Program& program, const EmitOptions& options);

// The module's source, and the functions that it calls.
Files micropython_files(const Package& package, const CompiledNetwork& network);

// Adds the build files to the sources.
Result<Files> micropython_folder(const Package& package, Files files);

}  // namespace nookc
