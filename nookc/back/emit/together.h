// Several networks in one program, such as the signatures of one model: each constant is stored once, and one
// scratch serves all of them, one run at a time.
#pragma once
#include <string>
#include <vector>

#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/emit_options.h"

namespace nookc {

struct CompiledNetwork {
  const Program* program;
  EmitOptions* options;
};

// Lets later networks refer to equal constants of earlier ones. Returns the bytes that this saves.
int64_t share_constants(const std::vector<CompiledNetwork>& networks);

// <name>.h, which includes the headers of all networks and has the size of each scratch for all of them.
File emit_together(const std::string& name, const std::vector<CompiledNetwork>& networks);

}  // namespace nookc
