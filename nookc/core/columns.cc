#include "nookc/core/columns.h"

#include <algorithm>

namespace nookc {

std::string columns(const std::vector<std::vector<std::string>>& lines, const std::string& indent) {
  std::vector<size_t> width;
  std::vector<bool> number;
  for (size_t row = 0; row < lines.size(); ++row) {
    width.resize(std::max(width.size(), lines[row].size()));
    number.resize(width.size(), true);
    for (size_t i = 0; i < lines[row].size(); ++i) {
      width[i] = std::max(width[i], lines[row][i].size());
      if (row > 0 && lines[row][i].find_first_not_of("0123456789+-") != std::string::npos) number[i] = false;
    }
  }
  std::string text;
  for (const auto& line : lines) {
    std::string out = indent;
    for (size_t i = 0; i < line.size(); ++i) {
      const std::string pad(width[i] - line[i].size(), ' ');
      out += (i ? "  " : "") + (number[i] ? pad + line[i] : line[i] + pad);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    text += out + "\n";
  }
  return text;
}

}  // namespace nookc
