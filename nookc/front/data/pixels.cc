#include "nookc/front/data/pixels.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nookc {

Array without_alpha(const Array& pixels, int channels) {
  Array made{nook::DType::kU8, {pixels.shape[0], pixels.shape[1], channels}, {}};
  const size_t count = pixels.bytes.size() / 4;
  made.bytes.resize(count * static_cast<size_t>(channels));
  const auto at = [&](size_t i) { return std::to_integer<uint32_t>(pixels.bytes[i]); };
  for (size_t i = 0; i < count; ++i) {
    if (channels == 3)
      std::copy_n(pixels.bytes.begin() + static_cast<std::ptrdiff_t>(4 * i), 3,
                  made.bytes.begin() + static_cast<std::ptrdiff_t>(3 * i));
    else  // 0.299, 0.587 and 0.114 times 2^16
      made.bytes[i] = static_cast<std::byte>(
          (19595 * at(4 * i) + 38470 * at(4 * i + 1) + 7471 * at(4 * i + 2) + 32768) >> 16);
  }
  return made;
}

}  // namespace nookc
