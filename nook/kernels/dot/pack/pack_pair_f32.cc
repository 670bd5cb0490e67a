#include "nook/kernels/dot/pack/pack_pair_f32.h"

#include <string.h>

namespace nook {
namespace {

constexpr int32_t kTile = 8;

uint32_t word_at(const void* floats, int64_t i) {
  uint32_t word = 0;
  if (floats) memcpy(&word, static_cast<const uint8_t*>(floats) + 4 * i, sizeof word);
  return word;
}

// Element `column` of the row of an output in matrices of `columns` columns.
uint32_t element(const FloatPair& pair, const void* const* of, int32_t output, int32_t columns,
                 int32_t column) {
  const int32_t gate = pair.by_gate ? output / pair.cells : output % pair.gates,
                cell = pair.by_gate ? output % pair.cells : output / pair.gates;
  const void* const matrix = of ? of[gate] : nullptr;
  return word_at(matrix, int64_t{cell} * columns + column);
}

struct Outputs {
  int32_t first, count;
};
void put_columns(const FloatPair& pair, const void* const* of, const Outputs& outputs, int32_t columns,
                 PackedBytes& to) {
  for (int32_t column = 0; column < columns; ++column)
    for (int32_t o = outputs.first; o < outputs.first + outputs.count; ++o)
      to.put32(element(pair, of, o, columns, column));
}

}  // namespace

void pack_pair_f32(const FloatPair& pair, PackedBytes& to) {
  const int32_t outputs = pair.gates * pair.cells;
  for (int32_t next = 0; next < outputs; next += kTile) {
    const Outputs tile = {next + kTile <= outputs ? next : outputs - kTile, kTile};
    put_columns(pair, pair.begin, tile, 1, to), put_columns(pair, pair.end, tile, 1, to);
    put_columns(pair, pair.w, tile, pair.depth, to), put_columns(pair, pair.r, tile, pair.second_depth, to);
  }
}

void pack_two_parts_f32(const FloatPair& pair, PackedBytes& to) {
  constexpr int32_t kFour = 4;
  const int32_t outputs = pair.gates * pair.cells;
  for (int32_t first = 0; first < outputs; first += kFour)
    put_columns(pair, pair.end, {first, kFour}, 1, to),
        put_columns(pair, pair.w, {first, kFour}, pair.depth, to);
  for (int32_t first = 0; first < outputs; first += kTile)
    put_columns(pair, pair.r, {first, kTile}, pair.second_depth, to);
}

bool without_minus_zero(const void* floats, int32_t count) {
  for (int32_t i = 0; i < count; ++i)
    if (word_at(floats, i) == 0x80000000u) return false;
  return true;
}

}  // namespace nook
