#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_pack.h"

#include <string.h>

#include "nook/ops/shared/pack_four_sums.h"
#include "nook/ops/shared/weight_sums.h"

namespace nook {
namespace {

using Params = nook_unidirectional_sequence_lstm;

// The first operand of the four of each kind.
enum Operands : uint8_t { kFromX = 1, kRecurrent = 5, kBias = 12 };
constexpr int64_t kMostSum = int64_t{1} << 29, kMostInput = 255;  // less its zero point

int64_t stream_bytes(const Params& p) {
  return int64_t{p.cells} * (32 + four_rows_bytes(p.in) + four_rows_bytes(p.cells));
}

// What one cell multiplies x, or the hidden state, with.
FourRows rows_of(const void* const* in, size_t first, int32_t depth, int32_t cell) {
  FourRows rows{{}, depth, 0};
  for (size_t g = 0; g < kNookLstmGates; ++g)
    rows.w[g] = static_cast<const int8_t*>(in[first + g]) + int64_t{cell} * depth;
  return rows;
}

int32_t bias_of(const void* const* in, size_t gate, int32_t cell) {
  const auto* const bytes = static_cast<const uint8_t*>(in[kBias + gate]);
  int32_t bias = 0;
  if (bytes) memcpy(&bias, bytes + size_t{4} * static_cast<size_t>(cell), 4);
  return bias;
}

bool takes(const FourRows& rows, const void* const* biases, int32_t cell) {
  for (size_t g = 0; g < kNookLstmGates; ++g) {
    const int64_t bias = biases ? bias_of(biases, g, cell) : 0;
    const int64_t most = kMostInput * weight_sums(rows.w[g], rows.depth).magnitude;
    if (most + (bias < 0 ? -bias : bias) >= kMostSum) return false;
  }
  return true;
}

void put(const FourRows& rows, int32_t zero, const void* const* biases, int32_t cell, PackedBytes& to) {
  for (size_t g = 0; g < kNookLstmGates; ++g)
    to.put32((biases ? bias_of(biases, g, cell) : 0) - zero * weight_sums(rows.w[g], rows.depth).sum);
  put_four_rows(rows, to);
}

}  // namespace

bool lstm_of_few(const Params& p) {
  const int8_t shifts[] = {p.keep_shift, p.add_shift, p.out_shift};
  for (const int8_t shift : shifts)
    if (shift > -2 || shift < -30) return false;
  for (int g = 0; g < kNookLstmGates; ++g)
    if (p.in_shift[g] > 0 || p.in_shift[g] < -30 || p.recurrent_shift[g] > 0 || p.recurrent_shift[g] < -30)
      return false;
  return p.in <= NOOK_LSTM_MOST_INPUTS && p.cells <= NOOK_LSTM_MOST_INPUTS && stream_bytes(p) <= INT32_MAX;
}

int32_t lstm_stream_bytes(const Params& p) { return static_cast<int32_t>(stream_bytes(p)); }

bool takes_lstm_stream(const Params& p, const void* const* in) {
  for (int32_t u = 0; u < p.cells; ++u)
    if (!takes(rows_of(in, kFromX, p.in, u), in, u) ||
        !takes(rows_of(in, kRecurrent, p.cells, u), nullptr, u))
      return false;
  return true;
}

void pack_lstm_stream(const Params& p, const void* const* in, PackedBytes& to) {
  for (int32_t u = 0; u < p.cells; ++u) {
    put(rows_of(in, kFromX, p.in, u), p.x_zero, in, u, to);
    put(rows_of(in, kRecurrent, p.cells, u), p.hidden_zero, nullptr, u, to);
  }
}

}  // namespace nook
