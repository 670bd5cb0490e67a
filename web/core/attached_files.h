// Files that a JavaScript caller passes along with the model. They take the place of the disk: read_file.h's
// functions find them by the names that the caller gave.
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nookc/core/diag.h"
#include "nookc/core/progress.h"

namespace nookc::web {

// Keeps the files during one call.
class Attached {
 public:
  Attached();
  ~Attached();
  Attached& operator=(Attached&&) = delete;

  void add(const std::string& path, std::vector<std::byte> content);
  std::vector<std::string> names() const;
};

// Part of a file of an ONNX model's weights.
Result<std::vector<std::byte>> read_external(const std::string& name, int64_t offset, int64_t size);

// Tells the caller how far the work is.
void progress(const Doing& doing);

}  // namespace nookc::web
