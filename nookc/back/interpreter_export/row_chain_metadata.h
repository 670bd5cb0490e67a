// The operators that an interpreter is to run row by row: metadata "NookRowChains".
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// The chains of a program compiled without passes, as consecutive operators of its model.
std::vector<int32_t> row_chain_words(const Program& program, int32_t operators);

// A copy of the model with the chains in its metadata. Diag N3016.
Result<std::string> embed_row_chains(std::span<const std::byte> model, const std::string& file,
                                     const std::vector<int32_t>& words);

}  // namespace nookc
