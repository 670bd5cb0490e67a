// What a host needs to build an interpreter for another core, and the message if that fails.
#pragma once
#include <string>

#include "nook/interp/node.h"
#include "nook/interp/resolver.h"
#include "nookc/core/diag.h"
#include "nookc/target/target.h"

namespace nookc {

// Sizes and instruction set of the target.
nook::interp::Widths widths_of(const Target& target);

// All operators with the kernels of every core, like nook::fast_op_entry.
nook_resolver fast_resolver();

// Diag N3017: the interpreter's own words.
Diag interpreter_fault(const std::string& file, const nook_interpreter_fault& fault);

}  // namespace nookc
