// The runner firmware for a real board, as a project to build with the board's own code.
#pragma once
#include "nookc/back/emit/emit.h"
#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// The model with its kernels, ports/runner and ports/serial, the board file to be filled in, and a Makefile
// that builds a library with main(). Diags as standalone().
Result<Files> serial_project(const Program& program, const EmitOptions& options);

}  // namespace nookc
