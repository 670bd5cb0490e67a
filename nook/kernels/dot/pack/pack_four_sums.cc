#include "nook/kernels/dot/pack/pack_four_sums.h"

namespace nook {
namespace {

constexpr int64_t kMostInput = 128;

int32_t magnitude(int32_t x) { return x < 0 ? -x : x; }

// One of the parts of four rows.
struct Part {
  const int8_t* w[4];
  int32_t depth;

  int32_t weight(int32_t row, int32_t i) const { return w[row] && i < depth ? w[row][i] : 0; }
};

template <class Visit>
void for_each_part(const FourRows& rows, Visit visit) {
  for (int32_t line = 0; line < rows.lines; ++line) {
    for (int32_t column = 0; column < rows.columns; ++column) {
      const int64_t at = int64_t{line} * rows.next_line + int64_t{column} * rows.next_column;
      Part part{{}, rows.depth};
      for (int32_t k = 0; k < 4; ++k) part.w[k] = rows.w[k] ? rows.w[k] + at : nullptr;
      visit(part);
    }
  }
}

// Adds the range of the sums of two rows; false if -128 shares a halfword with a negative weight.
bool add_pair(const Part& part, int32_t pair, int64_t* both) {
  for (int32_t i = 0; i < part.depth; ++i) {
    const int32_t a = part.weight(pair, i), b = part.weight(pair + 1, i);
    if (b == -128 && a < 0) return false;
    *both += magnitude(256 * b + a) + magnitude(a);
  }
  return true;
}

bool pairs_fit(const FourRows& rows) {
  bool fit = true;
  int64_t both[2] = {0, 0};
  for_each_part(rows, [&](const Part& part) {
    fit = fit && add_pair(part, 0, &both[0]) && add_pair(part, 2, &both[1]);
  });
  // Then the difference fits as well.
  return fit && kMostInput * both[0] <= INT32_MAX && kMostInput * both[1] <= INT32_MAX;
}

void put_pairs(const Part& part, int32_t i, PackedBytes& to) {
  constexpr int32_t kOrder[] = {0, 2, 1, 3};  // the order in which inputs are unpacked
  for (int32_t pair = 0; pair < 4; pair += 2)
    for (const int32_t k : kOrder) to.put16(256 * part.weight(pair + 1, i + k) + part.weight(pair, i + k));
}

void put_bytes(const Part& part, int32_t i, PackedBytes& to) {
  for (int32_t row = 0; row < 4; ++row)
    for (int32_t k = 0; k < 4; k += 2)
      to.put16(256 * part.weight(row, i + k + 1) + (part.weight(row, i + k) & 255));
}

}  // namespace

FourRows four_rows_at(const int8_t* w, int32_t count, int32_t depth, int32_t f) {
  const int32_t last = count - 4, first = last < 0 ? 0 : f < last ? f : last;
  FourRows rows{{}, depth, first};
  for (int32_t k = 0; k < 4 && first + k < count; ++k) rows.w[k] = w + int64_t{first + k} * depth;
  return rows;
}

RowSums sums_of_row(const FourRows& rows, int32_t k) {
  RowSums sums;
  for_each_part(rows, [&](const Part& part) {
    for (int32_t i = 0; i < part.depth; ++i)
      sums.sum += part.weight(k, i), sums.magnitude += magnitude(part.weight(k, i));
  });
  return sums;
}

void put_four_rows(const FourRows& rows, PackedBytes& to) {
  if (!pairs_fit(rows)) return put_four_rows_s16(rows, to);
  to.put32(0);
  for_each_part(rows, [&](const Part& part) {
    for (int32_t i = 0; i < part.depth; i += 4) put_pairs(part, i, to);
  });
}

void put_four_rows_s16(const FourRows& rows, PackedBytes& to) {
  to.put32(1);
  for_each_part(rows, [&](const Part& part) {
    for (int32_t i = 0; i < part.depth; i += 4) put_bytes(part, i, to);
  });
}

void put_four_rows_mve(const FourRows& rows, int32_t inputs, PackedBytes& to) {
  for_each_part(rows, [&](const Part& part) {
    for (int32_t i = 0; i < part.depth; i += inputs)
      for (int32_t row = 0; row < 4; ++row)
        for (int32_t k = i; k < i + inputs; ++k) to.put8(part.weight(row, k));
  });
}

}  // namespace nook
