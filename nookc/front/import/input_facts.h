#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace nookc {

// Statements of the caller about inputs, by name; an empty name stands for the only input.
struct InputFacts {
  std::map<std::string, std::vector<int64_t>> shapes = {};
  std::map<std::string, std::vector<std::string>> values =
      {};  // numbers as text; the tensor's type reads them

  bool empty() const { return shapes.empty() && values.empty(); }
};

}  // namespace nookc
