#pragma once
#include <set>
#include <string>
#include <vector>

#include "nookc/core/diag.h"

namespace nookc {

// Writes a model as the compiler computes it, so that the interpreter and other runtimes compute the same:
// float operators are simplified (passes/floats/simplify_floats.h, except `unsimplified`), sparse constants
// become dense, and operators of the older scheme, uint8, become int8. A model with nothing of this kind
// stays as it is, byte for byte, as does one that the compiler refuses: it may be for another runtime. Diags
// as export_tflite(); N3014: the order of the operators is damaged.
Result<std::vector<std::byte>> normal_form(std::vector<std::byte> bytes, const std::string& file,
                                           const std::set<std::string>& unsimplified);

}  // namespace nookc
