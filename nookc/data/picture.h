#pragma once
#include <span>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/data/array.h"

namespace nookc {

// The pixels of a PNG or JPEG file, uint8 [height][width][channels]; channels are 1 (grey) or 3 (red, green,
// blue), whatever the file has; transparency and gamma are left out. Diag N4027: another format, damaged, or
// more than 64 million pixels.
Result<Array> decode_picture(std::span<const std::byte> bytes, int channels, const std::string& where);

}  // namespace nookc
