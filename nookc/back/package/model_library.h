// The parts of Model Library Format that do not depend on where the code lies.
#pragma once
#include <cstddef>
#include <span>
#include <string>

#include "nookc/back/package/package.h"

namespace nookc {

struct LibraryModule {
  std::string name;
  std::span<const std::byte> model;  // the .tflite file
};

// metadata.json (version 7), parameters/<name>.params without an array, and src/<name>.tflite.
Files library_files(const Program& program, const EmitOptions& options, const LibraryModule& module);
// A tar with the names that the format's readers expect. Diag N4003: libarchive failed.
Result<std::string> library_archive(Files files);

}  // namespace nookc
