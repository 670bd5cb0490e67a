// How commands get the bytes of their model, and the options that say what an ONNX model's borders look like.
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

// The model as .tflite, whatever it is in the file. Diags of onnx::read_model(); N2051: a
// shape that is none.
Result<std::vector<std::byte>> read_model_file(const std::string& file, const BorderOptions& borders);

}  // namespace nookc
