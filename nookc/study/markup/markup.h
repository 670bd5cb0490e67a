// Helpers for both SVG and HTML.
#pragma once
#include <string>
#include <string_view>

namespace nookc {

// Escaped text in valid UTF-8 with its line breaks; it can't end an element or an attribute.
std::string escaped(const std::string& text);
// A coordinate with at most two decimals.
std::string place(double value);
// Elements of a CSS class, which may be empty.
std::string text_at(const char* kind, double x, double y, const std::string& text);
std::string rectangle(const char* kind, double left, double high, double width, double height);

// Colours and fonts for light and dark backgrounds; labels also distinguish the kinds of buffers without
// colour. Viewers without CSS variables show the light colours. `more`: further rules of the picture, which
// may use the same colours: var(--ink).
std::string picture_style(std::string_view more = {});

}  // namespace nookc
