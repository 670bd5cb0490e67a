// What the SVG and the page have in common.
#pragma once
#include <string>

#include "nookc/map/map.h"

namespace nookc {

// The inside of a pool's picture, 1000 wide and picture_height() high.
std::string picture(const Map& map, const MapPool& pool);
double picture_height();

// Text that can't end an element or an attribute, in valid UTF-8.
std::string escaped(const std::string& text);
// With bytes that are no UTF-8 replaced.
std::string utf8(const std::string& text);

// Colours and type, by light and dark; the kinds of buffers are told apart without colour by their names.
extern const char* const kPictureStyle;

}  // namespace nookc
