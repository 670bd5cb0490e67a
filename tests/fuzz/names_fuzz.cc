// For any bytes of a name, its form in C is an identifier, a comment or a string literal, and its printed
// form moves no cursor.
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <string>

#include "nookc/back/emit/c_text.h"
#include "nookc/back/emit/emit.h"
#include "nookc/core/identifier.h"
#include "nookc/core/text.h"

namespace {

void need(bool holds) {
  if (!holds) __builtin_trap();
}

void check_comment(const std::string& name) {
  const std::string text = nookc::c_comment(name);
  need(text.find("*/") == std::string::npos && text.find("/*") == std::string::npos);
  for (const char c : text) need(c >= 0x20 && c < 0x7f && c != '\\');
}

void check_string(const std::string& name) {
  const std::string text = nookc::c_string(name);
  need(text.size() >= 2 && text.front() == '"' && text.back() == '"');
  need(text.find("?"
                 "?") == std::string::npos);
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    need(text[i] >= 0x20 && text[i] < 0x7f && text[i] != '"');
    if (text[i] == '\\') ++i, need(i + 1 < text.size());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string name(reinterpret_cast<const char*>(data), size);
  const std::string identifier = nookc::identifier(name, "unnamed");
  need(nookc::is_identifier(identifier) && identifier.size() <= 2 * nookc::kMaxIdentifier);
  std::set<std::string> taken;
  for (int i = 0; i < 3; ++i) need(nookc::is_identifier(nookc::unique(identifier, taken)));
  need(taken.size() == 3);
  need(nookc::is_identifier(nookc::model_name(name.substr(0, name.find('\0')))));
  for (const char c : nookc::printable(name)) need(!std::iscntrl(static_cast<unsigned char>(c)));
  (void)nookc::first_name(name);
  check_comment(name);
  check_string(name);
  return 0;
}
