// What SVG and HTML have in common.
#pragma once
#include <string>

#include "nookc/map/map.h"

namespace nookc {

// Escaped text in valid UTF-8 with its line ends; it can't end an element or an attribute.
std::string escaped(const std::string& text);
// A coordinate, with at most two decimals.
std::string place(double value);
// Elements of a class, which may be empty.
std::string text_at(const char* kind, double x, double y, const std::string& text);
std::string rectangle(const char* kind, double left, double high, double width, double height);

// Colours and type for light and dark; names tell the kinds of buffers apart without colour.
extern const char* const kPictureStyle;

}  // namespace nookc
