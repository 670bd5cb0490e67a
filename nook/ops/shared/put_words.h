#pragma once
#include <stdint.h>
#include <string.h>

// Little-endian numbers into packed bytes at any alignment; each returns what is behind those that it wrote.
namespace nook {

inline uint8_t* put16(uint8_t* to, int32_t value) {
  const uint16_t half = static_cast<uint16_t>(value);
  memcpy(to, &half, sizeof half);
  return to + sizeof half;
}
inline uint8_t* put32(uint8_t* to, int64_t value) {
  const uint32_t word = static_cast<uint32_t>(value);
  memcpy(to, &word, sizeof word);
  return to + sizeof word;
}

}  // namespace nook
