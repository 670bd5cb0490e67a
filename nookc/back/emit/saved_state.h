// The functions that save and restore the state of a model: <name>_save and <name>_restore.
#pragma once
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

// Their declarations for <name>.h and their definitions for <name>.c; empty for a model without state.
std::string saved_state_declarations(const EmitContext& c);
std::string saved_state_functions(const EmitContext& c);

}  // namespace nookc
