// The golden models of a folder: index.json names them, a folder for each has the model, inputs and outputs.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tests/generated/run.h"

namespace golden {

// What float32 may differ by.
struct Tolerance {
  double relative = 0, of_largest = 0;
};

struct Golden {
  std::string name;
  std::filesystem::path folder;
  int runs = 0;
  Tolerance tolerance;
  bool undefined = false;     // TensorFlow Lite Micro's outputs say nothing
  bool older_scheme = false;  // uint8 with zero points: imported as int8
};

// Nothing: there is no index.json.
std::optional<std::vector<Golden>> models_in(const std::filesystem::path& folder);

// Those of a folder without an index: every folder with a model.tflite, sorted by name. Floats may differ by
// 1e-5.
std::vector<Golden> networks_in(const std::filesystem::path& folder);

std::string text_of(const std::filesystem::path& path);

// The file "run<k>_<role><i>.bin" for each i.
generated::Values values_of(const Golden& model, int run, const char* role, size_t count);

// Whether nook has every operator of the model; otherwise the first that it has not.
std::string missing_operator(const std::string& tflite);

}  // namespace golden
