// The resolver of a model: a C++ file that names the operators and element types it uses, so that no others
// are linked.
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/core/files.h"
#include "nookc/middle/lower/program.h"

namespace nookc {

// Whether a file is in a folder whose files are added one by one, as operators include them.
bool is_shared(std::string_view path);

// The folders with an operator's sources, including those whose kernels or functions it shares:
// "nook/ops/pack/". An operator needs all of these, but not every operator that a file of a shared folder
// includes.
std::set<std::string> operator_folders(const nook::OpRow& row);

// The operators that the resolver file names.
std::set<nook::OpCode> resolved_operators(const Program& program);

// The headers of nook that the resolver file includes.
std::vector<std::string> resolver_headers(const Program& program);

// The runtime sources to build the resolver file with, as paths of resources(): the interpreter, the model
// view, the planners, the operators with their kernels for the program's target, and their shared files.
std::vector<std::string> interpreter_sources(const Program& program);
// The runtime sources of any operators, with all of their forms.
std::vector<std::string> sources_of_operators(const std::set<nook::OpCode>& operators, const Target& target);

// The kernels that a program contains: the small ones, the core's, or the core's with their row versions.
enum class ResolverKernels { kSmall, kFast, kRows };

// <name>_resolver.cc, which defines `extern "C" const nook_resolver <name>_resolver`.
File resolver_file(const Program& program, const std::string& name, ResolverKernels kernels);

}  // namespace nookc
