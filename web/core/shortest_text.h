// Numbers as text for the build with emscripten, whose C++ library lacks std::to_chars for floating point.
#pragma once
#include <charconv>

namespace nook_web {

// The output of std::to_chars(first, last, value): the fewest digits that read back as the value, in the
// shorter of the two notations, without an exponent if both are equally short. The value is finite.
std::to_chars_result shortest_text(char* first, char* last, float value);
std::to_chars_result shortest_text(char* first, char* last, double value);

}  // namespace nook_web
