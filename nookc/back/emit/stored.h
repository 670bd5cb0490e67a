// Weights in storage: the file that holds them, and the code that reads them.
#pragma once
#include <string>

#include "nookc/back/emit/parts.h"

namespace nookc {

// <name>_weights.bin, and <name>_storage.c with the functions that compare it with the model.
Files emit_stored(const EmitContext& c);

// For <name>.h: the include and macros, the member of the memory struct, the functions.
std::string stored_macros(const EmitContext& c);
std::string stored_declarations(const EmitContext& c);
// For <name>_check.c: the expression that is true if a function of the storage is missing.
std::string storage_missing();

// For <name>.c: the table of chunks with the functions that read them, and the statements that precede and
// follow a call. All are empty if the weights are in the address space.
std::string stored_functions(const EmitContext& c);
std::string before_stored(const EmitContext& c, size_t call);
std::string after_stored(const EmitContext& c, size_t call);

}  // namespace nookc
