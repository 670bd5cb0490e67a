// The options of a custom operator: a map from names to numbers in a few bytes of the model (a flexbuffer),
// which may be hostile. Nothing outside of the bytes is read; a look-up takes time in proportion to them.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "nook/core/span.h"

namespace nook {

// The value of a name.
struct OptionValue {
  enum class Kind : uint8_t { kNone, kInteger, kReal } kind = Kind::kNone;  // kNone: it is not in the map
  int64_t integer = 0;                                                      // truth values are 0 and 1
  double real = 0;                                                          // of kInteger the same number
};

class OptionMap {
 public:
  // No bytes, or a null, are a map without names.
  explicit OptionMap(Span<const uint8_t> bytes);

  // Whether the bytes are a map; no name is found in any others.
  bool sound() const { return sound_; }
  // Sets `value`; false: the value is no number, or leaves the bytes.
  bool find(const char* name, OptionValue* value) const;

 private:
  bool word(size_t at, uint32_t width, uint64_t* value) const;
  bool behind(size_t at, uint32_t width, size_t* to) const;
  bool is_key(size_t at, const char* name) const;
  bool number(size_t at, uint32_t width, uint32_t type, OptionValue* value) const;
  void open_map(size_t values, uint32_t width);

  Span<const uint8_t> bytes_;
  size_t values_ = 0, keys_ = 0;        // where they begin
  uint32_t width_ = 0, key_width_ = 0;  // bytes of each
  uint32_t count_ = 0;
  bool sound_ = false;
};

}  // namespace nook
