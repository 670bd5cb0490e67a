#include "nookc/core/identifier.h"

#include <algorithm>

namespace nookc {
namespace {

// Keywords of C99, C11 and C++20 in lower case, and macros that GNU compilers define by default.
constexpr std::string_view kReserved[] = {"alignas",     "alignof",
                                          "and",         "and_eq",
                                          "asm",         "auto",
                                          "bitand",      "bitor",
                                          "bool",        "break",
                                          "case",        "catch",
                                          "char",        "char8_t",
                                          "char16_t",    "char32_t",
                                          "class",       "co_await",
                                          "co_return",   "co_yield",
                                          "compl",       "concept",
                                          "const",       "const_cast",
                                          "consteval",   "constexpr",
                                          "constinit",   "continue",
                                          "decltype",    "default",
                                          "delete",      "do",
                                          "double",      "dynamic_cast",
                                          "else",        "enum",
                                          "errno",       "explicit",
                                          "export",      "extern",
                                          "false",       "float",
                                          "for",         "friend",
                                          "goto",        "i386",
                                          "if",          "inline",
                                          "int",         "linux",
                                          "long",        "mutable",
                                          "namespace",   "new",
                                          "noexcept",    "not",
                                          "not_eq",      "nullptr",
                                          "operator",    "or",
                                          "or_eq",       "private",
                                          "protected",   "public",
                                          "register",    "reinterpret_cast",
                                          "requires",    "restrict",
                                          "return",      "short",
                                          "signed",      "sizeof",
                                          "static",      "static_assert",
                                          "static_cast", "struct",
                                          "switch",      "template",
                                          "this",        "thread_local",
                                          "throw",       "true",
                                          "try",         "typedef",
                                          "typeid",      "typename",
                                          "typeof",      "union",
                                          "unix",        "unsigned",
                                          "using",       "virtual",
                                          "void",        "volatile",
                                          "wchar_t",     "while",
                                          "xor",         "xor_eq"};

// <cctype> depends on the locale.
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

#include "nookc/core/reserved_names.inc"

// Targets of CMake and make, CMake's keywords for a target's libraries, and libraries that every program
// links.
constexpr std::string_view kBuild[] = {
    "all",     "all_build",     "c",         "clean", "debug", "depend",    "edit_cache", "gcc",
    "general", "help",          "install",   "m",     "nosys", "optimized", "package",    "preinstall",
    "pthread", "rebuild_cache", "run_tests", "stdc",  "test",  "zero_check"};

template <size_t n>
bool lists(const std::string_view (&names)[n], std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

bool is_reserved(std::string_view name) {
  return lists(kReserved, name) || lists(kLibrary, name) ||
         name.ends_with("_t");  // POSIX reserves this suffix
}

// Lower case; any run of other characters becomes one '_', which is dropped at the ends.
std::string clean(std::string_view name) {
  std::string text;
  for (char c : name) {
    if (is_upper(c)) c = static_cast<char>(c - 'A' + 'a');
    if (is_lower(c) || is_digit(c)) {
      text += c;
    } else if (!text.empty() && text.back() != '_') {
      text += '_';
    }
  }
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text;
}

// "serving_default_x:0" -> "x": removes what TensorFlow's converter adds to a name.
std::string_view without_signature(std::string_view name) {
  name = name.substr(0, name.find(';'));
  const size_t colon = name.rfind(':');
  if (colon != std::string_view::npos && std::all_of(name.begin() + colon + 1, name.end(), is_digit))
    name = name.substr(0, colon);
  for (std::string_view prefix : {"serving_default_", "StatefulPartitionedCall/", "PartitionedCall/"})
    if (name.size() > prefix.size() && name.starts_with(prefix)) name.remove_prefix(prefix.size());
  if (name == "StatefulPartitionedCall" || name == "PartitionedCall") return {};
  return name;
}

// The end of a path: as many whole parts as fit.
std::string short_path(std::string_view name) {
  // Bytes examined at the end: a path may consist of separators only.
  constexpr size_t kMostText = 16 * kMaxIdentifier;
  if (name.size() > kMostText && name.find('/') != std::string_view::npos)
    name.remove_prefix(std::max(name.size() - kMostText, name.find('/') + 1));
  std::string text = clean(name);
  while (text.size() > kMaxIdentifier) {
    const size_t slash = name.find('/');
    if (slash == std::string_view::npos) break;
    name.remove_prefix(slash + 1);
    text = clean(name);
  }
  text = text.substr(0, kMaxIdentifier);
  while (!text.empty() && text.back() == '_') text.pop_back();
  return text;
}

}  // namespace

bool is_identifier(std::string_view name) {
  if (name.empty() || is_digit(name[0]) || name[0] == '_' || is_reserved(name)) return false;
  if (name.find("__") != std::string_view::npos) return false;  // C++ reserves such names
  return std::ranges::all_of(name,
                             [](char c) { return is_digit(c) || is_lower(c) || is_upper(c) || c == '_'; });
}

std::string identifier(std::string_view name, std::string_view otherwise) {
  std::string text = short_path(without_signature(name));
  if (text.empty()) text = otherwise;
  if (!is_digit(text[0]) && !is_reserved(text)) return text;
  while (text.ends_with("_t")) text.resize(text.size() - 2);
  return text == "t" ? text : "t_" + text;
}

bool is_prefix(std::string_view name) {
  const std::string lower = clean(name);  // some file systems ignore case
  return is_identifier(name) && lower != "nook" && !lower.starts_with("nook_") && !lists(kHeaders, lower) &&
         !lists(kBuild, lower);
}

std::string unique(const std::string& name, std::set<std::string>& taken) {
  if (taken.insert(name).second) return name;
  const auto numbered = [&](int64_t n) { return name + "_" + std::to_string(n); };
  // Thousands of tensors may share one name, so the search skips taken names in growing steps and then
  // narrows.
  int64_t low = 1, high = 2;
  while (taken.contains(numbered(high))) low = high, high *= 2;
  while (high - low > 1) {
    const int64_t middle = low + (high - low) / 2;
    (taken.contains(numbered(middle)) ? low : high) = middle;
  }
  return *taken.insert(numbered(high)).first;
}

std::string upper(std::string_view name) {
  std::string text(name);
  for (char& c : text)
    if (is_lower(c)) c = static_cast<char>(c - 'a' + 'A');
  return text;
}

}  // namespace nookc
