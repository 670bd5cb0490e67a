// The functions that save and restore the state of a model: <name>_save and <name>_restore.
#pragma once
#include <functional>
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

// Statements that clear the state of the network in a pool of persistent memory, but not the state of others
// there. `address`: the C text of an address in the pool.
std::string clear_state(const EmitContext& c, size_t pool,
                        const std::function<std::string(int32_t offset)>& address);

// Their declarations for <name>.h and their definitions for <name>.c; empty for a model without state.
std::string saved_state_declarations(const EmitContext& c);
std::string saved_state_functions(const EmitContext& c);

}  // namespace nookc
