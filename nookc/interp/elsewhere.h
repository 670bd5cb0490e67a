// What a host must know to build an interpreter for a core that it is not, and what it says when that fails.
#pragma once
#include <string>

#include "nook/interp/node.h"
#include "nook/interp/resolver.h"
#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// Sizes and instruction set of the target.
nook::interp::Widths widths_of(const Target& target);

// All operators, as nook::fast_op_entry has them, with the kernels of every core.
nook_resolver fast_resolver();

// Diag N3017: the interpreter's own words.
Diag interpreter_fault(const std::string& file, const nook_interpreter_fault& fault);

}  // namespace nookc
