#pragma once
#include "nookc/back/emit/emit.h"
#include "nookc/core/diag.h"
#include "nookc/middle/lower/managed_layout.h"

namespace nookc {

// The model as a C++ class on managed tensors (docs/managed-tensors.md):
//   <name>_model.h       the class <name>_model, its inputs and outputs by name, the sizes of its arenas
//   <name>_model.cc      the tensors it creates and the order in which it calls the kernels
//   <name>_arguments.h   declares, for <name>_model.cc only,
//   <name>_arguments.c   the arguments of the kernels
//   <name>_constants.h and .c as emit_c() writes them
//   <name>_<pool>.bin    constants passed by pointer, which the application lends to the class
// Diags as emit_c().
Result<Files> emit_managed(const Program& program, const EmitOptions& options, const ManagedLayout& layout);

}  // namespace nookc
