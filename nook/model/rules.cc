#include "nook/model/rules.h"

namespace nook {

int32_t operator_code(const Table& code) {
  const int32_t deprecated = code[fields::OperatorCode::deprecated_builtin_code];
  const int32_t number = code[fields::OperatorCode::builtin_code];
  return deprecated > number ? deprecated : number;
}

bool bytes_beyond(Span<const uint8_t> file, const Table& table, uint16_t slot, Span<const uint8_t>* bytes) {
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

}  // namespace nook
