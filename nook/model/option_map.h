// The options of a custom operator: a map from names to numbers in a few bytes of the model (a flexbuffer),
// which may be hostile. Reads nothing outside of these bytes; the time of a look-up is linear in their
// number.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// The value of an entry.
struct OptionValue {
  enum class Kind : uint8_t { kNone, kInteger, kReal } kind = Kind::kNone;  // kNone: the map has no such name
  int64_t integer = 0;                                                      // truth values are 0 and 1
  double real = 0;                                                          // for kInteger, the same number
};

class OptionMap {
 public:
  // Empty bytes or a null value are a map without names.
  explicit OptionMap(Span<const uint8_t> bytes);

  // Whether the bytes are a valid map; find() finds nothing in an invalid one.
  bool sound() const { return sound_; }
  // Sets `value`; false: the value is not a number, or is out of bounds.
  bool find(const char* name, OptionValue* value) const;

 private:
  bool word(size_t at, uint32_t width, uint64_t* value) const;
  bool follow(size_t at, uint32_t width, size_t* to) const;
  bool is_key(size_t at, const char* name) const;
  bool number(size_t at, uint32_t width, uint32_t type, OptionValue* value) const;
  void open_map(size_t values, uint32_t width);

  Span<const uint8_t> bytes_;
  size_t values_ = 0, keys_ = 0;        // offsets where they begin
  uint32_t width_ = 0, key_width_ = 0;  // bytes of each
  uint32_t count_ = 0;
  bool sound_ = false;
};

}  // namespace nook
