// Functions that a host needs to build an interpreter for another core, and to report its failure.
#pragma once
#include <string>

#include "nook/interp/node.h"
#include "nook/interp/resolver.h"
#include "nook/model/model.h"
#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// Sizes and instruction set of the target.
nook::interp::Widths widths_of(const Target& target);

// All operators with the kernels of every core, like nook::fast_op_entry.
nook_resolver fast_resolver();

// Diag N3017: why the interpreter refuses the model; for an operator in the compiler's words, which name its
// tensors.
Diag interpreter_fault(const nook::Model& model, const std::string& file,
                       const nook_interpreter_fault& fault);

}  // namespace nookc
