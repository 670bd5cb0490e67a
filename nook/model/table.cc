#include "nook/model/table.h"

namespace nook {
namespace {

// Follows the offset stored at `at`, which must be at least 4 bytes before the end.
uint32_t follow(Span<const uint8_t> file, uint32_t at) {
  const uint32_t size = static_cast<uint32_t>(file.size());
  const uint32_t offset = detail::load<uint32_t>(file.data() + at);
  if (offset < 4 || offset > size - 4 - at) return Table::kMalformed;
  return (at + offset) % 4 ? Table::kMalformed : at + offset;
}

Table table_at(Span<const uint8_t> file, uint32_t at) {
  return at > Table::kMalformed ? Table(file, at) : Table();
}

}  // namespace

Table::Table(Span<const uint8_t> file, uint32_t at) : file_(file), at_(at) {
  const uint32_t size = static_cast<uint32_t>(file.size());
  if (at == 0 || size < 4 || at > size - 4) return;
  // Unsigned arithmetic wraps around to a value that the next line rejects.
  const uint32_t vtable = at - detail::load<uint32_t>(file.data() + at);
  if (vtable > size - 4 || vtable % 2) return;
  const uint32_t bytes = detail::load<uint16_t>(file.data() + vtable);
  if (bytes < 4 || bytes > size - vtable) return;
  vtable_ = vtable, vtable_bytes_ = bytes;
}

uint32_t Table::find(uint16_t slot, size_t size) const {
  if (!sound()) return empty() ? kMissing : kMalformed;
  const uint32_t entry = 4 + 2 * uint32_t{slot};
  if (entry + 2 > vtable_bytes_) return kMissing;
  const uint32_t offset = detail::load<uint16_t>(file_.data() + vtable_ + entry);
  if (offset == 0) return kMissing;
  // The format has no end of a table that readers check, nor do they check that the first 4 bytes are not a
  // field. Only the end of the file matters.
  return offset + size > file_.size() - at_ ? kMalformed : at_ + offset;
}

uint32_t Table::locate(uint16_t slot, size_t size) const {
  const uint32_t at = find(slot, size);
  return at == kMalformed ? kMissing : at;
}

uint32_t Table::target(uint32_t at) const { return follow(file_, at); }

bool Table::elements_at(uint32_t at, uint32_t element_bytes, detail::Elements* elements) const {
  const uint32_t from = follow(file_, at);
  if (from == kMalformed) return false;
  const uint32_t count = detail::load<uint32_t>(file_.data() + from);
  if (count > (static_cast<uint32_t>(file_.size()) - from - 4) / element_bytes) return false;
  *elements = detail::Elements(file_.data() + from);
  return true;
}

detail::Elements Table::elements(uint16_t slot, uint32_t element_bytes) const {
  detail::Elements found;
  const uint32_t at = locate(slot, 4);
  return at != kMissing && elements_at(at, element_bytes, &found) ? found : detail::Elements();
}

Table Table::table(uint16_t slot) const {
  const uint32_t at = locate(slot, 4);
  return at == kMissing ? Table() : table_at(file_, follow(file_, at));
}

Table Tables::operator[](uint32_t i) const {
  return table_at(file_, follow(file_, static_cast<uint32_t>(elements_.data() - file_.data()) + 4 * i));
}

Table root_table(Span<const uint8_t> file) {
  return file.size() < 8 ? Table() : table_at(file, follow(file, 0));
}

}  // namespace nook
