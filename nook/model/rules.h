#pragma once
#include "nook/model/fields.h"
#include "nook/model/table.h"

// What the format means beyond its schema. Shared by who checks a file and who reads it.
namespace nook {

// The number of an operator, from an OperatorCode. Files older than operator 127 have only the deprecated
// field, later ones have 127 there when the number does not fit.
int32_t operator_code(const Table& code);

// Bytes that a table keeps outside of the flatbuffer, at an offset from the start of the file; offsets 0 and
// 1 say that there are none. `slot` is the offset's; the size is in the next one. False when the bytes leave
// the file or do not start at a multiple of 4.
bool bytes_beyond(Span<const uint8_t> file, const Table& table, uint16_t slot, Span<const uint8_t>* bytes);

}  // namespace nook
