// What SVG and pages have in common.
#pragma once
#include <string>

#include "nookc/map/map.h"

namespace nookc {

// Text that can't end an element or an attribute, in valid UTF-8, with the ends of its lines.
std::string escaped(const std::string& text);
// A coordinate, with at most two decimals.
std::string place(double value);
// Elements of a class, which may be empty.
std::string text_at(const char* kind, double x, double y, const std::string& text);
std::string rectangle(const char* kind, double left, double high, double width, double height);

// Colours and type, by light and dark; the kinds of buffers are told apart without colour by their names.
extern const char* const kPictureStyle;

}  // namespace nookc
