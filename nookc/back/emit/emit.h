// Generates the C99 sources of a model from a Program. Deterministic: the same Program and options give the
// same bytes.
#pragma once
#include <string>

#include "nookc/core/diag.h"
#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/emit_options.h"

namespace nookc {

// The default name of a model: the file's stem as a lower-case C identifier.
std::string model_name(const std::string& file);

// <name>.h             the interface (docs/design.md, "the generated C interface")
// <name>.c             the calls and their arguments
// <name>_constants.h   declares, for <name>.c only,
// <name>_constants.c   the weights
// <name>_check.c       <name>_check(): explains why memory is refused
// <name>_info.c        <name>_info: the facts of the header as data
// <name>_entry.c       <name>_entry: the functions as a table with one layout for every model
// <name>_image.c       in place of these two, for an image: the functions that its header refers to
// <name>_<pool>.bin    the bytes of each pool of constants passed by pointer
// <name>_<pool>_data.c these bytes as an array
// <name>_weights.bin   the weights, if they are in storage
// <name>_storage.c     compares them with the model
// <name>_memory.c      on request: <name>_default_memory, with arrays in the pools' sections
// <name>.ld            on request: a fragment for SECTIONS of a linker script
// Diag N2003: the name is not a C identifier, or is used by C, C++ or nook; N3013: an input or output is
// empty.
Result<Files> emit_c(const Program& program, const EmitOptions& options);

// Returns the reason why emit_c() would refuse, without generating sources.
Status check_emit(const Program& program, const EmitOptions& options);

}  // namespace nookc
