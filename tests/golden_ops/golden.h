// The golden models of a folder: index.json names them, and a folder for each has the model, inputs and
// outputs.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/generated/run.h"

namespace golden {

// Allowed differences of float32.
struct Tolerance {
  double relative = 0, of_largest = 0;
};

struct Golden {
  std::string name;
  std::filesystem::path folder;
  int runs = 0;
  Tolerance tolerance;
  bool undefined = false;     // TensorFlow Lite Micro's outputs are meaningless
  bool older_scheme = false;  // uint8 with zero points: imported as int8
};

// Nothing if there is no index.json.
std::optional<std::vector<Golden>> models_in(const std::filesystem::path& folder);

// The models of a folder without an index: every subfolder with a model.tflite, sorted by name. Floats may
// differ by 1e-5.
std::vector<Golden> networks_in(const std::filesystem::path& folder);

std::string text_of(const std::filesystem::path& path);

// The file "run<k>_<role><i>.bin" for each i.
generated::Values values_of(const Golden& model, int run, const char* role, size_t count);

// The first operator of the model that nook lacks; empty if it has all.
std::string missing_operator(const std::string& tflite);

}  // namespace golden
