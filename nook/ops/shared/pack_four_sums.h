#pragma once
#include <stdint.h>

#include "nook/ops/shared/packed_bytes.h"

// The streams of int8 weights that four_sums_dsp.h multiplies with. Made on the host.
namespace nook {

// Four rows of weights, null beside the real ones.
struct FourRows {
  const int8_t* w[4];
  int32_t depth;
};

constexpr int64_t four_rows_bytes(int32_t depth) { return (int64_t{depth} + 3) / 4 * 16; }
// Whether the sums of both rows of a pair together fit 32 bits, and no -128 shares a halfword
// with a negative weight.
bool takes_four_rows(const FourRows& rows);
void put_four_rows(const FourRows& rows, PackedBytes& to);

}  // namespace nook
