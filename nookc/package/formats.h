// A compiled model as what the build systems and package managers of firmware take.
#pragma once
#include <string>
#include <vector>

#include "nookc/core/files.h"
#include "nookc/package/interpreted.h"

namespace nookc {

// "standalone", "cmake", "makefile", "arduino", "platformio", "esp-idf", "zephyr", "cmsis-pack"
std::vector<std::string> package_formats();

// The generated files with the kernels and all that the format adds, as paths in one folder. Diags as
// emit_c(); N2083: the format has no program to show for such a model; N4003: libarchive.
Result<Files> package(const Program& program, const EmitOptions& options, const std::string& format,
                      Files more = {});
// The same for the interpreter, with the model as it is. Diags as interpreted_files(); N4003.
Result<Files> package(const InterpretedModel& model, const EmitOptions& options, const std::string& format);

}  // namespace nookc
