#pragma once
#include "nookc/back/emit/emit.h"

namespace nookc {

// <name>_weights.h: the model's constants unchanged, and its tensors' quantization, for graphs on managed
// tensors that are written by hand. Diags as emit_c().
Result<Files> emit_weights(const Program& program, const EmitOptions& options);

}  // namespace nookc
