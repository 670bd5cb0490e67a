// A compiled model with everything needed to build it elsewhere.
#pragma once
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/back/emit/emit.h"
#include "nookc/core/files.h"

namespace nookc {

// The kernel sources that the calls need and every header that these and the generated files include, as
// paths of resources(), sorted. is_source() tells which are compiled.
std::vector<std::string> kernel_sources(const Program& program);
// The kernel sources as files with the paths of the source tree: the folder that contains them is the include
// path.
Files kernel_files(const Program& program);

// Adds a file of resources() and everything that it includes. If a header has a source with its name, in C or
// assembly, that source must be linked.
void add_with_includes(const std::string& path, std::set<std::string>& all);
// The file of resources() with that path, which must be one.
File file_of(const std::string& path);

// The CMakeLists.txt of a library of all sources; sources that end in ".cc" are C++17 without exceptions.
std::string cmake_lists(const Target& target, const std::string& name, const Files& files);

// A folder that builds on its own: the generated files, the kernels and headers, CMakeLists.txt and
// README.md. Diags as emit_c().
Result<Files> standalone(const Program& program, const EmitOptions& options);

// The bytes of a Model Library Format archive (an uncompressed tar, version 7 of its metadata.json). Times
// and owners are 0, so equal inputs give equal bytes. `model` is the .tflite file. Diags as emit_c(); N4003:
// libarchive failed.
Result<std::string> model_library(const Program& program, const EmitOptions& options,
                                  std::span<const std::byte> model);

}  // namespace nookc
