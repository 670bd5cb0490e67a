#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nookc {

// The parts between separators that are not empty.
std::vector<std::string> split_text(const std::string& text, char by);
// Valid UTF-8 without anything that moves the cursor of a terminal, turns the direction of text or that XML
// does not allow: control characters become '_', bytes that are no UTF-8 U+FFFD.
std::string printable(std::string_view text);
// The same with the ends of lines kept: what is printed.
std::string printable_lines(std::string_view text);
// What messages call a tensor: "a;..." for "a;b;c", the names of all that a converter made one operator of.
std::string first_name(const std::string& name);
// "a, b"
std::string join_text(const std::vector<std::string>& parts, const std::string& between = ", ");
// All of `text`, a whole number in 64 bits.
bool parse_int(const std::string& text, int64_t* value);

}  // namespace nookc
