#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nookc {

// Splits a text at separators; empty parts are dropped.
std::vector<std::string> split_text(const std::string& text, char by);
// Valid UTF-8 that cannot move a terminal's cursor, change the direction of text or break XML: control
// characters become '_', invalid bytes U+FFFD.
std::string printable(std::string_view text);
// Like printable(), but keeps line breaks: for text that is printed.
std::string printable_lines(std::string_view text);
// A tensor's name in messages: "a;..." for "a;b;c", the joined names of operators that a converter fused.
std::string first_name(const std::string& name);
// "a, b"
std::string join_text(const std::vector<std::string>& parts, const std::string& between = ", ");
// "-12"
inline std::string decimal(int64_t value) { return std::to_string(value); }
// Parses all of `text` as a 64-bit integer.
bool parse_int(const std::string& text, int64_t* value);

}  // namespace nookc
