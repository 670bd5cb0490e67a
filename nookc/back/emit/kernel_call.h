#pragma once
#include <functional>
#include <string>
#include <vector>

#include "nookc/middle/lower/program.h"

namespace nookc {

// The operands that a call passes to its kernel, as indices into Call::in.
std::vector<size_t> handed_operands(const Call& call);

// The #include lines of the headers that declare the kernels of a program.
std::string include_kernels(const Program& program);

// Operands and results as a kernel's arguments: one each or, for a variadic operand, an array of pointers.
// `in` and `out` print the address of operand or result `i`.
std::string tensor_arguments(const Call& call, const std::function<std::string(size_t)>& in,
                             const std::function<std::string(size_t)>& out);

}  // namespace nookc
