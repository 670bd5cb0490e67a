#pragma once
#include <string>

#include "nook/ops/contract/op_row.h"

namespace nookc {

// The element types of a form in words: "int8". "any": all types of whole bytes.
std::string types_of(const nook::FormRow& form);

}  // namespace nookc
