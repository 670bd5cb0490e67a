#include "nookc/core/text.h"

#include <charconv>
#include <sstream>

namespace nookc {

std::vector<std::string> split_text(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::string printable(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? '_' : c;
  return safe;
}

std::string first_name(const std::string& name) {
  const size_t first = name.find(';');
  return first == std::string::npos ? name : name.substr(0, first) + ";...";
}

std::string join_text(const std::vector<std::string>& parts, const std::string& between) {
  std::string all;
  for (size_t i = 0; i < parts.size(); ++i) all += (i ? between : "") + parts[i];
  return all;
}

bool parse_int(const std::string& text, int64_t* value) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
  return error == std::errc() && rest == text.data() + text.size() && !text.empty();
}

}  // namespace nookc
