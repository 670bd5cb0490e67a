// For any .npy: it is refused with a code, or it is written again and read back as the same array.
#include <cstddef>
#include <cstdint>
#include <span>

#include "nookc/front/data/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::span<const std::byte> file(reinterpret_cast<const std::byte*>(data), size);
  const auto array = nookc::parse_npy({file.begin(), file.end()}, "fuzz.npy");
  if (!array) {
    if (array.diag().code.empty() || array.diag().what.empty()) __builtin_trap();
    return 0;
  }
  const std::string written = nookc::npy_bytes(*array);
  const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(written.data()), written.size());
  const auto again = nookc::parse_npy({bytes.begin(), bytes.end()}, "again.npy");
  if (!again || again->type != array->type || again->shape != array->shape || again->bytes != array->bytes)
    __builtin_trap();
  return 0;
}
