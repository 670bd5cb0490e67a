#pragma once
#include <stdint.h>

#include "nook/kernels/dot/pack/packed_bytes.h"

// The streams of int8 weights for four_sums_dsp.h. Made on the host.
namespace nook {

// Four rows of weights; missing ones are null. A row is `lines` x `columns` parts of `depth` inputs.
struct FourRows {
  const int8_t* w[4];
  int32_t depth;
  int32_t first = 0;  // of all rows
  int32_t lines = 1, columns = 1, next_line = 0, next_column = 0;
};

// The four of `count` rows of which f is the first; the last ones overlap the previous ones.
FourRows four_rows_at(const int8_t* w, int32_t count, int32_t depth, int32_t f);
struct RowSums {
  int64_t sum = 0, magnitude = 0;  // of the weights of a row, of their magnitudes
};
RowSums sums_of_row(const FourRows& rows, int32_t k);

// Of rows with one part.
constexpr int64_t four_rows_bytes(int32_t depth) { return 4 + (int64_t{depth} + 3) / 4 * 16; }
// A word that is 0 if two rows share halfwords, then the weights, each part to a multiple of four. Rows share
// none if -128 would meet a negative weight, or if the sums of both together exceed 32 bits: those are bytes,
// row by row, and so are those for int16 inputs.
void put_four_rows(const FourRows& rows, PackedBytes& to);
void put_four_rows_s16(const FourRows& rows, PackedBytes& to);

// For four_sums_mve.h: the weights of a block of `inputs`, 8 of 16 bits or 16 of 8, row by row, each part to
// a multiple of as many.
constexpr int64_t four_rows_bytes_mve(int32_t depth, int32_t inputs) {
  return (int64_t{depth} + inputs - 1) / inputs * inputs * 4;
}
void put_four_rows_mve(const FourRows& rows, int32_t inputs, PackedBytes& to);

}  // namespace nook
