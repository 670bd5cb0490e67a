#pragma once
#include <stddef.h>
#include <stdint.h>

// A sequence of packed constants: written, or compared with bytes written before.
namespace nook {

class PackedBytes {
 public:
  // Writes to `to`, which may have any alignment.
  explicit PackedBytes(void* to) : at_(static_cast<uint8_t*>(to)) {}
  // Writes nothing; same() says whether all values match the bytes from `there` on.
  static PackedBytes against(const void* there) {
    PackedBytes bytes(const_cast<void*>(there));
    bytes.writes_ = false;
    return bytes;
  }

  // Numbers are little-endian; only the low bits of wider ones are used.
  void put8(int32_t value);
  void put16(int32_t value);
  void put32(int64_t value) { put_word(static_cast<uint32_t>(value)); }
  // Two 16-bit numbers, at the cost of one.
  void put_two(int32_t first, int32_t second) {
    put_word(static_cast<uint32_t>(first & 0xFFFF) | static_cast<uint32_t>(second) << 16);
  }
  void put(const void* bytes, size_t count);
  void fill(int32_t value, size_t count);
  // Writes zeros up to `end`.
  void zero_until(const uint8_t* end) { fill(0, static_cast<size_t>(end - at_)); }

  // The position of the next byte.
  const uint8_t* at() const { return at_; }
  bool same() const { return difference_ == 0; }

 private:
  void put_word(uint32_t value);

  uint8_t* at_;
  bool writes_ = true;
  uint32_t difference_ = 0;  // or of all differing bits
};

}  // namespace nook
