#include "nook/ops/shared/pack_four_sums.h"

namespace nook {
namespace {

constexpr int64_t kMostInput = 128;

int32_t weight(const int8_t* row, int32_t i, int32_t depth) { return row && i < depth ? row[i] : 0; }

int32_t magnitude(int32_t x) { return x < 0 ? -x : x; }

}  // namespace

bool takes_four_rows(const FourRows& rows) {
  for (int32_t pair = 0; pair < 4; pair += 2) {
    int64_t both = 0;
    for (int32_t i = 0; i < rows.depth; ++i) {
      const int32_t a = weight(rows.w[pair], i, rows.depth), b = weight(rows.w[pair + 1], i, rows.depth);
      if (b == -128 && a < 0) return false;
      both += magnitude(256 * b + a) + magnitude(a);
    }
    if (kMostInput * both > INT32_MAX) return false;  // then the difference fits as well
  }
  return true;
}

void put_four_rows(const FourRows& rows, PackedBytes& to) {
  constexpr int32_t kOrder[] = {0, 2, 1, 3};  // as inputs are unpacked
  for (int32_t i = 0; i < rows.depth; i += 4)
    for (int32_t pair = 0; pair < 4; pair += 2)
      for (const int32_t k : kOrder)
        to.put16(256 * weight(rows.w[pair + 1], i + k, rows.depth) + weight(rows.w[pair], i + k, rows.depth));
}

}  // namespace nook
