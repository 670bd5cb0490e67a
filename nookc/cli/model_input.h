// How commands read their model, and the options that describe the borders of an ONNX model.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "nookc/cli/option.h"

namespace nookc {

struct BorderOptions {
  std::string layout = "model", types = "model";
  std::vector<std::string> shapes;  // "NAME=1,3,32,32"
};

// --io-layout and --input-shape; with --io too
void add_input_layout(Subcommand command, BorderOptions& borders);
void add_borders(Subcommand command, BorderOptions& borders);

// The model as .tflite, whatever the file's format is. Diags of onnx::read_model(); N2051: an invalid shape.
Result<std::vector<std::byte>> read_model_file(const std::string& file, const BorderOptions& borders);

}  // namespace nookc
