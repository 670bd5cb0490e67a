#include "nookc/back/interface/image.h"

#include <cstring>

namespace nookc {
std::string image_of(const Program& program, size_t pool) {
  std::string image(static_cast<size_t>(program.constant_pools[pool].bytes), '\0');
  for (const Constant& constant : program.constants)
    if (static_cast<size_t>(constant.pool) == pool && !constant.bytes->empty())
      std::memcpy(image.data() + constant.offset, constant.bytes->data(), constant.bytes->size());
  return image;
}

uint32_t crc32_of(const std::string& bytes) {
  uint32_t crc = 0xFFFFFFFF;
  for (const char byte : bytes) {
    crc ^= static_cast<uint8_t>(byte);
    crc = (crc >> 4) ^ kCrcNibbles[crc & 15];
    crc = (crc >> 4) ^ kCrcNibbles[crc & 15];
  }
  return ~crc;
}

}  // namespace nookc
