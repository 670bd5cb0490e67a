// Numbers as text for the build with emscripten, whose C++ library has no std::to_chars of floating point.
#pragma once
#include <charconv>

namespace nook_web {

// What std::to_chars(first, last, value) writes: the fewest digits that read back as the value, in the
// shorter of the two notations, without an exponent where both are as short. The value is finite.
std::to_chars_result shortest_text(char* first, char* last, float value);
std::to_chars_result shortest_text(char* first, char* last, double value);

}  // namespace nook_web
