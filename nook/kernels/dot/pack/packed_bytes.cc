#include "nook/kernels/dot/pack/packed_bytes.h"

#include <string.h>

// Every weight passes through here when an interpreter is constructed: one call and one branch per number.
namespace nook {

void PackedBytes::put8(int32_t value) {
  const uint8_t byte = static_cast<uint8_t>(value);
  if (writes_)
    *at_ = byte;
  else
    difference_ |= static_cast<uint32_t>(*at_ ^ byte);
  ++at_;
}

void PackedBytes::put16(int32_t value) {
  const uint16_t half = static_cast<uint16_t>(value);
  if (writes_) {
    memcpy(at_, &half, sizeof half);
  } else {
    uint16_t there;
    memcpy(&there, at_, sizeof there);
    difference_ |= static_cast<uint32_t>(there ^ half);
  }
  at_ += sizeof half;
}

void PackedBytes::put_word(uint32_t value) {
  if (writes_) {
    memcpy(at_, &value, sizeof value);
  } else {
    uint32_t there;
    memcpy(&there, at_, sizeof there);
    difference_ |= there ^ value;
  }
  at_ += sizeof value;
}

void PackedBytes::put(const void* bytes, size_t count) {
  if (writes_)
    memcpy(at_, bytes, count);
  else
    difference_ |= memcmp(at_, bytes, count) != 0;
  at_ += count;
}

void PackedBytes::fill(int32_t value, size_t count) {
  for (; count > 0; --count) put8(value);
}

}  // namespace nook
