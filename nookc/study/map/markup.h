// What SVG and HTML have in common.
#pragma once
#include <string>
#include <string_view>

#include "nookc/study/map/map.h"

namespace nookc {

// Escaped text in valid UTF-8 with its line ends; it can't end an element or an attribute.
std::string escaped(const std::string& text);
// A coordinate, with at most two decimals.
std::string place(double value);
// Elements of a class, which may be empty.
std::string text_at(const char* kind, double x, double y, const std::string& text);
std::string rectangle(const char* kind, double left, double high, double width, double height);

// Colours and type for light and dark; names tell the kinds of buffers apart without colour.
// Viewers without CSS variables show the light ones. `more` are rules of the picture's own, which may use
// the same colours: var(--ink).
std::string picture_style(std::string_view more = {});

}  // namespace nookc
