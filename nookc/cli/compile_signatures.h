#pragma once
#include <string>

#include "nookc/cli/model_options.h"

namespace nookc {

// nook compile --all-signatures
struct SignaturesRequest {
  ModelOptions model;
  std::string directory, format;  // "c", or one of package_formats()
  bool events = false;
  PackageFacts facts = {};
};

// N2022: the option can't be combined with --all-signatures.
Diag not_with_all_signatures(const char* option);
// Whether one of these options is given.
Status check_alone(const ModelOptions& model);

// Writes the C interface of each signature of a .tflite, <name>_<signature>, in which equal constants are
// stored once, and <name>.h for all of them; in the other formats also the files that build them as one
// library. Diags as compile_together(); N2022: Rust, and they share a variable.
Result<Exit> compile_signatures(const Cli& cli, const SignaturesRequest& request);
// Prints the needs of each signature, and of all of them together. Diags as compile_signatures().
Result<Exit> analyze_signatures(const Cli& cli, const ModelOptions& model);

}  // namespace nookc
