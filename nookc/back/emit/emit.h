// Generates the C99 sources of a model from a Program. Deterministic: the same Program and options give the
// same bytes.
#pragma once
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/core/files.h"
#include "nookc/graph/stated.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// How the generated files describe their origin.
struct Provenance {
  std::string version;       // version of nook, "0.1.0"
  std::string commit;        // abbreviated hash of nook's sources; empty: unknown
  std::string command_line;  // empty: omitted
};

// Facts about a package that the network's owner provides; empty fields are omitted.
struct PackageFacts {
  std::string license;  // an SPDX identifier, "MIT"
  std::string author, url;
  std::string version;  // version of the package, "1.2.0"; empty: nook's
};

// An option that would save much, with the figure.
struct Hint {
  std::string option;     // "--io int8"
  int64_t ram_bytes = 0;  // upper bound of the total RAM with the option; -1: it saves something else
  std::string text;       // one line
};

struct EmitOptions {
  std::string name;             // the prefix of every generated symbol and file, see model_name()
  bool events = false;          // the run function reports every operator to memory->event
  bool declare_memory = false;  // also generates <name>_memory.c with the arrays of the scratch
  bool linker_script = false;   // also generates <name>.ld with output sections for the pools that have one
  bool check_core = false;      // <name>.c refuses a compiler for another core than the target's
  Provenance provenance;
  PackageFacts facts;
  Stated stated;            // how the model file describes inputs and outputs whose form was changed here
  std::vector<Hint> hints;  // for the report
};

// The default name of a model: the file's stem as a lower-case C identifier.
std::string model_name(const std::string& file);

// <name>.h             the interface (docs/design.md, "the generated C interface")
// <name>.c             the calls and their arguments
// <name>_constants.h   declares, for <name>.c only,
// <name>_constants.c   the weights
// <name>_check.c       <name>_check(): explains why memory is refused
// <name>_info.c        <name>_info: the facts of the header as data
// <name>_entry.c       <name>_entry: the functions as a table with one layout for every model
// <name>_<pool>.bin    the bytes of each pool of constants passed by pointer
// <name>_<pool>_data.c these bytes as an array
// <name>_memory.c      on request: <name>_default_memory, with arrays in the pools' sections
// <name>.ld            on request: a fragment for SECTIONS of a linker script
// Diag N2003: the name is not a C identifier, or is used by C, C++ or nook; N3013: an input or output is
// empty.
Result<Files> emit_c(const Program& program, const EmitOptions& options);

// Returns the reason why emit_c() would refuse, without generating sources.
Status check_emit(const Program& program, const EmitOptions& options);

}  // namespace nookc
