#pragma once
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

// Diag N3005 for an operator that nook does not have: where it is, its name if it is a custom one, its
// version and the types of its operands and results. The hint differs for operators that an accelerator's
// compiler wrote and for TensorFlow's own operators.
Diag no_such_operator(const std::string& where, const std::string& custom, int32_t version,
                      const std::string& types);

}  // namespace nookc
