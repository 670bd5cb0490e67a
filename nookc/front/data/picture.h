#pragma once
#include <span>
#include <string>

#include "nookc/core/diag.h"
#include "nookc/front/data/array.h"

namespace nookc {

// The pixels of a PNG or JPEG file as uint8 [height][width][channels]; channels are 1 (grey) or 3 (red,
// green, blue), whatever the file has; transparency and gamma are ignored. If the picture does not have
// `pixels` pixels, only its shape is returned, without bytes: a small file can have millions of them. Diag
// N4027: another format, damaged, more than 64 million pixels, or more scans than a picture needs.
Result<Array> decode_picture(std::span<const std::byte> bytes, int channels, int64_t pixels,
                             const std::string& where);

}  // namespace nookc
