#pragma once
#include "nookc/compile/compile.h"
#include "nookc/middle/search/budget.h"

namespace nookc {

// compile(), with the fastest program that needs at most `ram` bytes of RAM, of all roles but the stack.
// Diags as compile() and fastest_within().
Result<Program> compile_within(std::span<const std::byte> bytes, const std::string& file,
                               const CompileOptions& options, int64_t ram, InBudget& facts);

}  // namespace nookc
