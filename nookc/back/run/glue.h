// Generated C that connects a compiled model with ports/runner/runner.c, or with a bare main().
#pragma once
#include <string>

#include "nookc/back/interface/interface.h"
#include "nookc/core/diag.h"
#include "nookc/core/files.h"

namespace nookc {

// Diag N3041: an operator holds commands for an accelerator, which neither this machine nor an emulated board
// executes.
Status check_runs_on_cpu(const Program& program);

// Bytes that ports/runner/runner.c reserves for one buffer, with guards, and for a scratch that it moves.
int64_t runner_buffer_bytes(int64_t bytes, int64_t alignment);
int64_t runner_scratch_bytes(int64_t bytes, int64_t alignment);

// The bytes for all buffers of a model.
int64_t runner_memory_bytes(const Program& program, const Interface& face);

// The runner_model of a model. `section`: section of its memory; empty: .bss.
File runner_glue(const Program& program, const EmitOptions& emit, const std::string& section);

// The smallest program that runs a model: main() calls <name>_run once. Its buffers are in the section
// .nook_scratch.
File smallest_main(const Program& program, const EmitOptions& emit);

}  // namespace nookc
