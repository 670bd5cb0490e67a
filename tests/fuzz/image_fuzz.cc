// Images for the loader: a sound one with changes of three bytes each, the offset (two) and the new value.
// The first byte says whether the digest is made to fit, and how much of the end is missing.
#include <cstdlib>

#include "tests/image/sample.h"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const test::Bytes right = test::sample_image();
  if (size < 1) return 0;
  test::Bytes image = right;
  for (size_t i = 1; i + 2 < size; i += 3)
    image[static_cast<size_t>(data[i] | data[i + 1] << 8) % image.size()] = data[i + 2];
  const bool fits = data[0] & 1;
  if (fits) test::digest(image);
  const size_t missing = data[0] >> 4;
  image.resize(image.size() - missing);
  const test::Exact block(image);
  nook_image open;
  const nook_image_status status = nook_image_open(block.data(), block.size(), &open);
  if (status == NOOK_IMAGE_OK) require(test::all_inside(open, block));
  if (!fits) require((status == NOOK_IMAGE_OK) == (image == right));
  return 0;
}
