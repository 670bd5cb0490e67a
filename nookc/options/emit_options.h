// The wishes of a user for generated code, like compile_options.h for the compiler.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "nookc/graph/stated.h"

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

// A constant that another network of the same program stores.
struct StoredElsewhere {
  std::string symbol;
  std::string header;  // file that declares it
};

struct EmitOptions {
  std::string name;             // the prefix of every generated symbol and file, see model_name()
  bool events = false;          // the run function reports every operator to memory->event
  bool declare_memory = false;  // also generates <name>_memory.c with the arrays of the scratch
  bool linker_script = false;   // also generates <name>.ld with output sections for the pools that have one
  bool check_core = false;      // <name>.c refuses a compiler for another core than the target's
  bool image = false;           // the code holds no addresses: for one position-independent binary
  Provenance provenance;
  PackageFacts facts;
  Stated stated;            // how the model file describes inputs and outputs whose form was changed here
  std::vector<Hint> hints;  // for the report
  std::map<size_t, StoredElsewhere> elsewhere;  // by index among the constants of the program
};

}  // namespace nookc
