// Pictures: the browser decoded them, and passes their pixels as a .npy of uint8 [height][width][4].
#include "nookc/core/bytes.h"
#include "nookc/front/data/npy.h"
#include "nookc/front/data/picture.h"
#include "nookc/front/data/pixels.h"

namespace nookc {

Result<Array> decode_picture(std::span<const std::byte> bytes, int channels, int64_t pixels,
                             const std::string& where) {
  const Result<Array> decoded = parse_npy({bytes.begin(), bytes.end()}, where);
  if (!decoded || decoded->type != nook::DType::kU8 || decoded->shape.size() != 3 || decoded->shape[2] != 4)
    return Diag{Exit::kInputOutput, "N4027", where, "is not decoded, and can't be decoded here",
                "give its pixels as a .npy: numpy.save(file, numpy.asarray(picture)); the page decodes "
                "pictures itself"};
  if (decoded->shape[0] * decoded->shape[1] != pixels)
    return Array{nook::DType::kU8, {decoded->shape[0], decoded->shape[1], channels}, {}};
  return without_alpha(*decoded, channels);
}

}  // namespace nookc
