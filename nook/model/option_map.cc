#include "nook/model/option_map.h"

#include <string.h>

// The format is read from its end: a byte with the width of the root, a byte with its type, the root. A type
// byte holds a type number and, in its two low bits, the width (1, 2, 4, 8 bytes) of the value. Everything
// except scalars is stored as the distance back to its start. A map stores its values, all of one width, then
// one type byte per value. Before the values, in reverse order: their number, the width of keys, and the
// distance back to the vector of keys. That vector stores its length, then the distances back to
// zero-terminated strings.
namespace nook {
namespace {

enum Type : uint32_t {
  kNull = 0,
  kInt = 1,
  kUInt = 2,
  kFloat = 3,
  kIndirectInt = 6,
  kIndirectUInt = 7,
  kIndirectFloat = 8,
  kMap = 9,
  kBool = 26
};

constexpr bool is_width(uint32_t width) { return width == 1 || width == 2 || width == 4 || width == 8; }
constexpr uint32_t width_in(uint32_t type) { return 1u << (type & 3); }

int64_t extended(uint64_t value, uint32_t width) {
  const uint32_t unused = 64 - 8 * width;
  const uint64_t sign = uint64_t{1} << (8 * width - 1);
  if (unused == 0 || !(value & sign)) return static_cast<int64_t>(value);
  return static_cast<int64_t>(value | ~uint64_t{0} << (64 - unused));
}

}  // namespace

OptionMap::OptionMap(Span<const uint8_t> bytes) : bytes_(bytes) {
  if (bytes.empty()) {
    sound_ = true;
    return;
  }
  if (bytes.size() < 3) return;
  const uint32_t width = bytes[bytes.size() - 1], type = bytes[bytes.size() - 2];
  if (!is_width(width) || bytes.size() - 2 < width) return;
  size_t values = 0;
  if (type >> 2 == kNull) {
    sound_ = true;
  } else if (type >> 2 == kMap && follow(bytes.size() - 2 - width, width, &values)) {
    open_map(values, width_in(type));
  }
}

void OptionMap::open_map(size_t values, uint32_t width) {
  uint64_t count = 0, key_width = 0, key_count = 0;
  if (values < size_t{3} * width || !word(values - width, width, &count) ||
      !word(values - size_t{2} * width, width, &key_width) || key_width > 8 ||
      !is_width(static_cast<uint32_t>(key_width)))
    return;
  size_t keys = 0;
  const size_t room = bytes_.size() - values;  // one type byte follows per value
  if (count > room / (width + 1) || !follow(values - size_t{3} * width, width, &keys)) return;
  key_width_ = static_cast<uint32_t>(key_width);
  if (keys < key_width_ || !word(keys - key_width_, key_width_, &key_count)) return;
  if (key_count != count || count > (bytes_.size() - keys) / key_width_) return;
  values_ = values, keys_ = keys, width_ = width;
  count_ = static_cast<uint32_t>(count);
  sound_ = true;
}

bool OptionMap::find(const char* name, OptionValue* value) const {
  *value = {};
  for (uint32_t i = 0; i < count_; ++i) {
    size_t key = 0;
    if (!follow(keys_ + size_t{i} * key_width_, key_width_, &key)) return false;
    if (!is_key(key, name)) continue;
    return number(values_ + size_t{i} * width_, width_, bytes_[values_ + size_t{count_} * width_ + i], value);
  }
  return true;
}

bool OptionMap::is_key(size_t at, const char* name) const {
  for (; at < bytes_.size() && bytes_[at] == static_cast<uint8_t>(*name); ++at, ++name)
    if (*name == 0) return true;
  return false;
}

// Reads an unsigned number of `width` bytes.
bool OptionMap::word(size_t at, uint32_t width, uint64_t* value) const {
  if (at > bytes_.size() || bytes_.size() - at < width) return false;
  *value = 0;
  for (uint32_t i = 0; i < width; ++i) *value |= uint64_t{bytes_[at + i]} << (8 * i);
  return true;
}

// Follows the distance that is stored at `at`.
bool OptionMap::follow(size_t at, uint32_t width, size_t* to) const {
  uint64_t distance = 0;
  if (!word(at, width, &distance) || distance > at) return false;
  *to = at - static_cast<size_t>(distance);
  return true;
}

bool OptionMap::number(size_t at, uint32_t width, uint32_t type, OptionValue* value) const {
  uint32_t kind = type >> 2;
  if (kind == kIndirectInt || kind == kIndirectUInt || kind == kIndirectFloat) {
    if (!follow(at, width, &at)) return false;
    width = width_in(type);
    kind = kind == kIndirectInt ? kInt : kind == kIndirectUInt ? kUInt : kFloat;
  }
  uint64_t bits = 0;
  if (!word(at, width, &bits)) return false;
  if (kind == kFloat) {
    value->kind = OptionValue::Kind::kReal;
    if (width == sizeof(float)) {
      const uint32_t half = static_cast<uint32_t>(bits);
      float single = 0;
      memcpy(&single, &half, sizeof single);
      value->real = double{single};
      return true;
    }
    memcpy(&value->real, &bits, sizeof value->real);
    return width == sizeof(double);
  }
  if (kind != kInt && kind != kUInt && kind != kBool) return false;
  if (kind != kInt && bits > uint64_t{INT64_MAX}) return false;
  value->kind = OptionValue::Kind::kInteger;
  value->integer = kind == kInt ? extended(bits, width) : static_cast<int64_t>(bits);
  if (kind == kBool) value->integer = bits != 0;
  value->real = static_cast<double>(value->integer);
  return true;
}

}  // namespace nook
