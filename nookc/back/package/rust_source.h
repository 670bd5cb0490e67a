// The Rust side of a crate around generated C: constants, buffers and a type whose methods call the C
// functions.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/emit/together.h"
#include "nookc/back/package/description.h"
#include "nookc/core/files.h"

namespace nookc {

// Diag N2022: an option is given for which the crate has no place: events, memory that C declares, devices.
Status check_rust(const Program& program, const EmitOptions& options);

// src/lib.rs and src/error.rs of a crate. With several networks each has a module of its name, src/<name>.rs.
Files rust_sources(const Package& package, const std::vector<CompiledNetwork>& networks);

}  // namespace nookc
