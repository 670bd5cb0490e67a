#pragma once
#include "nookc/emit/emit.h"

namespace nookc {

// <name>_weights.h: the constants of the model as it has them, and what its tensors' numbers stand for, for
// graphs on managed tensors that are written by hand. Diags as emit_c().
Result<Files> emit_weights(const Program& program, const EmitOptions& options);

}  // namespace nookc
