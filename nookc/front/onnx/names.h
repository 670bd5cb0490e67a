#pragma once
#include <string>
#include <utility>
#include <vector>

namespace nookc::onnx {

// The names and domains of a table of operators.
template <class Rows>
std::vector<std::pair<std::string, std::string>> names_of(const Rows& rows) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& row : rows) all.emplace_back(row.name, row.domain);
  return all;
}

}  // namespace nookc::onnx
