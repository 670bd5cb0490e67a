// Other implementations that are installed here: TensorFlow Lite and ONNX Runtime.
#pragma once
#include <filesystem>
#include <string>

#include "nookc/core/diag.h"

namespace nookc {

struct ReferenceOptions {
  std::string library;  // path of libtensorflowlite_c.so; empty: search for it
  int timeout_seconds = 600;
};

// Runs a .tflite or .onnx on run{k}_input{i}.bin of `inputs`, and writes run{k}_output{j}.bin into `outputs`,
// which must exist. Returns the implementation: "tflite_runtime", "onnxruntime-node 1.30.0". Searches, in
// this order, the named library, modules of python3, and packages in node_modules of this folder and its
// parents. Diags N4005: none is installed (says how to get one); N4007: it failed, with its output.
Result<std::string> run_reference(const std::filesystem::path& model, const std::filesystem::path& inputs,
                                  const std::filesystem::path& outputs, const ReferenceOptions& options);

}  // namespace nookc
