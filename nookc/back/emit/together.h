// Several networks in one program, such as the signatures of one model: each constant is stored once, and one
// scratch serves all of them, one run at a time.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"
#include "nookc/options/emit_options.h"

namespace nookc {

struct CompiledNetwork {
  const Program* program;
  EmitOptions* options;
  bool shares_state = false;  // all networks that do have one persistent memory
};

// Weights that several networks pack, each in another way: compiled again with these as
// CompileOptions::elsewhere, networks may read them as they are in the model, and share them.
std::set<Bytes> packed_apart(const std::vector<CompiledNetwork>& networks);

// Lets later networks refer to equal constants of earlier ones. Returns the bytes that this saves.
int64_t share_constants(const std::vector<CompiledNetwork>& networks);

// A memory pool of all networks in one role, after share_constants(): one scratch as large as the largest,
// which serves one run at a time; the persistent memory of each, or the one that they share; each constant
// once.
struct PoolTogether {
  std::string role, pool, macro;  // "scratch", "sram", "SCRATCH_SRAM"
  int64_t bytes = 0;
  int32_t alignment = 1;
};
std::vector<PoolTogether> memory_together(const std::vector<CompiledNetwork>& networks);

// <name>.h, which includes the headers of all networks and has the size of each scratch for all of them, and
// of the persistent memory that they share.
File emit_together(const std::string& name, const std::vector<CompiledNetwork>& networks);

}  // namespace nookc
