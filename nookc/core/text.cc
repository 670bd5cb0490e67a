#include "nookc/core/text.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace nookc {
namespace {

struct Character {
  uint32_t code = 0;
  size_t bytes = 0;  // 0: no character begins here
};

// The rules of RFC 3629: the shortest form, no surrogates, nothing above U+10FFFF.
Character first_character(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {};
  uint32_t code = lead & (0x7Fu >> bytes);
  for (size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3Fu);
  }
  constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[bytes] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, bytes};
}

bool harmless(uint32_t code) {
  const auto in = [&](uint32_t first, uint32_t last) { return code >= first && code <= last; };
  return !(in(0, 0x1F) || in(0x7F, 0x9F) || in(0x200E, 0x200F) || in(0x2028, 0x202E) || in(0x2066, 0x2069) ||
           in(0xFFFE, 0xFFFF));
}

}  // namespace

std::vector<std::string> split_text(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);)
    if (!part.empty()) parts.push_back(part);
  return parts;
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const Character c = first_character(text);
    safe += c.bytes == 0 ? "\xEF\xBF\xBD" : harmless(c.code) ? std::string(text.substr(0, c.bytes)) : "_";
    text.remove_prefix(std::max<size_t>(1, c.bytes));
  }
  return safe;
}

std::string printable_lines(std::string_view text) {
  std::string safe;
  for (size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    safe += printable(text.substr(0, end)) + "\n";
    text.remove_prefix(end + 1);
  }
  return safe + printable(text);
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
