// How commands get the bytes of their model, and the options that say what an ONNX model's borders look like.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nookc/cli/option.h"

namespace nookc {

struct BorderOptions {
  std::string layout = "model", types = "model";
};

// --io-layout and --io
void add_borders(Subcommand command, BorderOptions& borders);

// The model as .tflite, whatever it is in the file. Diags of onnx::read_model().
Result<std::vector<std::byte>> read_model_file(const std::string& file, const BorderOptions& borders);

}  // namespace nookc
