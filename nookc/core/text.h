#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace nookc {

// The parts between separators that are not empty.
std::vector<std::string> split_text(const std::string& text, char by);
// With control characters replaced: names come from models and must not move the cursor of a terminal.
std::string printable(const std::string& text);
// What messages call a tensor: "a;..." for "a;b;c", the names of all that a converter made one operator of.
std::string first_name(const std::string& name);
// "a, b"
std::string join_text(const std::vector<std::string>& parts, const std::string& between = ", ");
// All of `text`, a whole number in 64 bits.
bool parse_int(const std::string& text, int64_t* value);

}  // namespace nookc
