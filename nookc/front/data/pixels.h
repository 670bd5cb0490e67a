#pragma once
#include "nookc/front/data/array.h"

namespace nookc {

// Drops transparency of uint8 [height][width][4]: keeps red, green and blue (channels = 3), or converts them
// to grey (1) like television, Pillow and OpenCV.
Array without_alpha(const Array& pixels, int channels);

}  // namespace nookc
