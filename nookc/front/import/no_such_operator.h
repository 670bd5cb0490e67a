#pragma once
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

// Diag N3005 of an operator that nook does not have: where it is, its name if it is a custom one, its version
// and the types of its operands and results. The way out differs for operators that a compiler for an
// accelerator wrote and for those of TensorFlow itself.
Diag no_such_operator(const std::string& where, const std::string& custom, int32_t version,
                      const std::string& types);

}  // namespace nookc
