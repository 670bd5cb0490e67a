// Reads flatbuffer tables in a file that may be hostile. Every access is checked against the file's bounds
// and returns nothing (or the field's default) outside of them. Nothing here recurses, allocates or asserts.
//
// The constants that name fields are in nook/model/fields.h, generated from nook/model/schema.fbs.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "nook/core/span.h"

namespace nook {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a .tflite is read in place, and is little-endian");

// A scalar field of a table: its slot in the vtable, and its default.
template <class T>
struct Field {
  uint16_t slot;
  T fallback;
};

// A field that is a vector of scalars or, with T = char, a string.
template <class T>
struct VectorField {
  uint16_t slot;
};

// A field that is a table, and one that is a vector of tables.
struct TableField {
  uint16_t slot;
};
struct TablesField {
  uint16_t slot;
};

namespace detail {

// In a hostile file, a bool can be any byte.
template <class T>
T load(const uint8_t* from) {
  T value;
  // Callers pass an index below size(), so `from` is valid.
  // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker)
  memcpy(&value, from, sizeof(T));
  return value;
}
template <>
inline bool load<bool>(const uint8_t* from) {
  return *from != 0;
}

// Describes a vector: its number of elements, and the elements, at a multiple of 4 in the file. kNone if the
// elements are not inside the file.
class Elements {
 public:
  constexpr Elements() = default;
  constexpr explicit Elements(const uint8_t* at) : at_(at) {}

  uint32_t count() const { return load<uint32_t>(at_); }
  const uint8_t* data() const { return at_ + 4; }
  constexpr bool missing() const { return at_ == kNone; }

 private:
  alignas(4) static constexpr uint8_t kNone[4] = {};
  const uint8_t* at_ = kNone;
};

}  // namespace detail

// A vector of scalars in the file; it starts at a multiple of 4 for any T. The index must be below size().
template <class T>
class Vector {
 public:
  constexpr Vector() = default;
  constexpr explicit Vector(detail::Elements elements) : elements_(elements) {}

  uint32_t size() const { return elements_.count(); }
  bool empty() const { return size() == 0; }
  [[gnu::always_inline]] T operator[](uint32_t i) const {
    return detail::load<T>(elements_.data() + size_t{i} * sizeof(T));
  }

  // The first of size() elements, in place.
  const T* data() const {
    static_assert(sizeof(T) <= 4, "64-bit elements may be aligned to 4 bytes only: read them one by one");
    return reinterpret_cast<const T*>(elements_.data());
  }
  // The elements in place. The pointer is null if the file has no such vector.
  Span<const T> span() const {
    if (elements_.missing()) return {};
    return {data(), size()};
  }

 private:
  detail::Elements elements_;
};

class Tables;

// A flatbuffer table. Copyable, never owns. Default: an empty table, whose fields all read as missing.
class Table {
 public:
  constexpr Table() = default;
  // Checks once whether the table and its vtable are inside the file.
  Table(Span<const uint8_t> file, uint32_t at);

  // The scalar's value, or its default if the field is missing or out of bounds.
  template <class T>
  T operator[](Field<T> field) const {
    const uint32_t at = locate(field.slot, sizeof(T));
    return at ? detail::load<T>(file_.data() + at) : field.fallback;
  }
  bool operator[](Field<bool> field) const {
    return (*this)[Field<uint8_t>{field.slot, field.fallback}] != 0;
  }

  // Empty if the field is missing or out of bounds.
  template <class T>
  Vector<T> operator[](VectorField<T> field) const {
    return Vector<T>(elements(field.slot, sizeof(T)));
  }
  Table operator[](TableField field) const { return table(field.slot); }
  Tables operator[](TablesField field) const;

  constexpr bool empty() const { return at_ == 0; }
  constexpr uint32_t at() const { return at_; }

  // The position of the `size` bytes of a field in the file, or 0.
  uint32_t locate(uint16_t slot, size_t size) const;

  // The remaining functions are for callers that distinguish a missing field from a malformed one.
  static constexpr uint32_t kMissing = 0, kMalformed = 1;  // neither is a possible position in a file

  // Whether the table and its vtable are inside the file. Below, kMalformed means that some part is not.
  constexpr bool sound() const { return vtable_bytes_ > 0; }
  // The position of the `size` bytes of a field.
  uint32_t find(uint16_t slot, size_t size) const;
  // Follows the 4 bytes of a field, found at `at`, to a table, vector or string: a multiple of 4, with 4
  // bytes after it.
  uint32_t target(uint32_t at) const;
  // The vector that the 4 bytes of a field refer to; false: it is malformed.
  bool elements_at(uint32_t at, uint32_t element_bytes, detail::Elements* elements) const;

 private:
  detail::Elements elements(uint16_t slot, uint32_t element_bytes) const;
  Table table(uint16_t slot) const;

  Span<const uint8_t> file_;
  uint32_t at_ = 0;  // position of the table in the file; never 0, where the file refers to its root
  uint32_t vtable_ = 0, vtable_bytes_ = 0;  // position and size in the file; 0 bytes: malformed
};

// A vector of tables in the file. The index must be below size(); a malformed element is an empty table.
class Tables {
 public:
  constexpr Tables() = default;
  constexpr Tables(Span<const uint8_t> file, detail::Elements elements) : file_(file), elements_(elements) {}

  uint32_t size() const { return elements_.count(); }
  Table operator[](uint32_t i) const;

 private:
  Span<const uint8_t> file_;
  detail::Elements elements_;
};

inline Tables Table::operator[](TablesField field) const { return Tables(file_, elements(field.slot, 4)); }

// The root table of the file, or an empty one.
Table root_table(Span<const uint8_t> file);

}  // namespace nook
