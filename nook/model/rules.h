// Rules of the format beyond its schema. Shared by the code that checks a file access by access (Table) and
// the code that reads it afterwards (SoundTable).
#pragma once
#include "nook/model/fields.h"
#include "nook/model/sound.h"

namespace nook {

// The number of an operator, from an OperatorCode. Files older than operator 127 have only the deprecated
// field; newer files store 127 there if the number does not fit.
template <class AnyTable>
int32_t operator_code(const AnyTable& code) {
  const int32_t deprecated = code[fields::OperatorCode::deprecated_builtin_code];
  const int32_t number = code[fields::OperatorCode::builtin_code];
  return deprecated > number ? deprecated : number;
}

// Bytes that a table keeps outside of the flatbuffer, at an offset from the start of the file; offsets 0 and
// 1 mean none. The size is in the next slot. False if the bytes leave the file or do not start at a multiple
// of 4.
inline bool bytes_beyond(Span<const uint8_t> file, const Table& table, uint16_t slot,
                         Span<const uint8_t>* bytes) {
  static_assert(fields::Buffer::size.slot == fields::Buffer::offset.slot + 1);
  static_assert(fields::Operator::large_custom_options_size.slot ==
                fields::Operator::large_custom_options_offset.slot + 1);
  *bytes = {};
  const uint64_t at = table[Field<uint64_t>{slot, 0}];
  const uint64_t count = table[Field<uint64_t>{static_cast<uint16_t>(slot + 1), 0}];
  if (at <= 1) return true;
  if (at % 4 || at > file.size() || count > file.size() - at) return false;
  *bytes = {file.data() + at, static_cast<size_t>(count)};
  return true;
}

// For a file that was checked: the bytes inside of the flatbuffer or, if there are none, those stored
// outside. Offsets and sizes in such a file have 31 bits, the low ones of the field.
[[gnu::always_inline]] inline Span<const uint8_t> sound_bytes(Span<const uint8_t> file,
                                                              const SoundTable& table,
                                                              VectorField<uint8_t> within,
                                                              Field<uint64_t> offset) {
  const Span<const uint8_t> inside = table[within].span();
  if (!inside.empty()) return inside;
  const uint32_t at = table[Field<uint32_t>{offset.slot, 0}];
  const uint32_t size = table[Field<uint32_t>{static_cast<uint16_t>(offset.slot + 1), 0}];
  return at > 1 && size > 0 ? Span<const uint8_t>(file.data() + at, size) : inside;
}

}  // namespace nook
