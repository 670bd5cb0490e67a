// Packs a compiled model for the build systems and package managers of firmware.
#pragma once
#include <string>
#include <vector>

#include "nookc/back/emit/together.h"
#include "nookc/back/package/interpreted.h"
#include "nookc/core/files.h"

namespace nookc {

// "standalone", "cmake", "makefile", "arduino", "platformio", "esp-idf", "zephyr", "cmsis-pack", "rust",
// "esphome", "micropython"
std::vector<std::string> package_formats();
// Those that can have the interpreter.
std::vector<std::string> interpreter_formats();

// Diag N2022: a fact is given, but the format has no place for it, or it is not valid.
Status check_facts(const PackageFacts& facts, const std::string& format);

// Diag N2022: an option is given that is for --format c, but this is another one.
struct GivenOption {
  bool given;
  const char* name;
};
Status need_format_c(const std::vector<GivenOption>& options, const std::string& format);
// Diag N2022: weights in storage in a format without the C interface.
Status check_stored_format(bool stored, const std::string& format);
// Diag N2093: a hop in a format without a push. `archive` is "mlf", or empty.
Status check_hop_format(const std::string& format, const std::string& archive);

// The generated files, the kernels and the files of the format, as paths in one folder. Diags as emit_c();
// N2083: the format's example can't run such a model; N4003: libarchive failed.
Result<Files> package(const Program& program, const EmitOptions& options, const std::string& format,
                      Files more = {});
// Packs several networks that share_constants() and one scratch as one library, with emit_together()'s header
// <name>.h. Diags as above.
Result<Files> package(const std::vector<CompiledNetwork>& networks, const std::string& name,
                      const std::string& format);
// Packs the interpreter with the unchanged model. Diags as interpreted_files(); N4003.
Result<Files> package(const InterpretedModel& model, const EmitOptions& options, const std::string& format);

}  // namespace nookc
