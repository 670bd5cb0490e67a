// How commands read their model, and the options that describe its inputs and outputs.
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nookc/cli/option.h"
#include "nookc/request/request.h"

namespace nookc {

struct BorderOptions {
  std::string layout = "model", types = "model";
  std::vector<std::string> shapes;        // "NAME=1,3,32,32"
  std::vector<std::string> values;        // "NAME=16000"
  std::vector<std::string> states;        // "INPUT=OUTPUT"
  std::string signature;                  // empty: the first signature
  std::vector<std::string> unsimplified;  // simplifications to leave out
};

// add_input_layout() adds --io-layout, --input-shape, --input-value, --state and --signature; add_borders()
// also adds --io.
void add_input_layout(Subcommand command, BorderOptions& borders);
void add_borders(Subcommand command, BorderOptions& borders);

// Adds --no-simplify for simplification_names(), and for another simplification of this command.
void add_no_simplify(Subcommand command, BorderOptions& borders, std::string_view other = {});

// The model as .tflite, whatever the file's format is. Diags of onnx::read_model() and onnx::parse_states();
// N2051: an invalid shape or value.
Result<ModelBytes> read_model_file(const std::string& file, const BorderOptions& borders);

// Lists on stderr the parts of --io and --io-layout that had no effect, and why.
void say_notes(const Stated& stated);

}  // namespace nookc
