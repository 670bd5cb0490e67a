#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

// Packs int8 weights for four_sums_dsp.h, on the host.
namespace nook {

// Four rows of weights; missing ones are null. A row has `lines` x `columns` parts of `depth` inputs.
struct FourRows {
  const int8_t* w[4];
  int32_t depth;
  int32_t first = 0;  // index of the first of all rows
  int32_t lines = 1, columns = 1, next_line = 0, next_column = 0;
};

// The group of four among `count` rows that starts at f; the last group overlaps the previous one.
FourRows four_rows_at(const int8_t* w, int32_t count, int32_t depth, int32_t f);
struct RowSums {
  int64_t sum = 0, magnitude = 0;  // sum of the weights of a row, and of their magnitudes
};
RowSums sums_of_row(const FourRows& rows, int32_t k);

// Size for rows with one part.
constexpr int64_t four_rows_bytes(int32_t depth) { return 4 + (int64_t{depth} + 3) / 4 * 16; }
// Packs a word that is 0 if two rows share halfwords, then the weights, each part padded to a multiple of
// four. Rows do not share halfwords if -128 would share one with a negative weight, or if the sums of both
// together exceed 32 bits: these weights are bytes, row by row, as are the weights for int16 inputs.
void put_four_rows(const FourRows& rows, PackedBytes& to);
void put_four_rows_s16(const FourRows& rows, PackedBytes& to);

// For four_sums_mve.h: the weights of blocks of `inputs` inputs (8 of 16 bits or 16 of 8), row by row, each
// part padded to whole blocks.
constexpr int64_t four_rows_bytes_mve(int32_t depth, int32_t inputs) {
  return (int64_t{depth} + inputs - 1) / inputs * inputs * 4;
}
void put_four_rows_mve(const FourRows& rows, int32_t inputs, PackedBytes& to);

}  // namespace nook
