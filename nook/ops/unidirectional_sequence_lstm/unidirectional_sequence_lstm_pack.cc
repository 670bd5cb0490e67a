#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_pack.h"

#include <string.h>

#include "nook/kernels/dot/pack/pack_four_sums.h"
#include "nook/kernels/dot/pack/weight_sums.h"

namespace nook {
namespace {

using Params = nook_unidirectional_sequence_lstm;

// The first of the four operands of each kind.
enum Operands : uint8_t { kFromX = 1, kRecurrent = 5, kBias = 12 };

// The types: an element of x minus its zero point; a sum; a bias.
struct Kind {
  int64_t most_input, most_sum;
  int32_t bias_bytes;
};
constexpr Kind kS8{255, int64_t{1} << 29, 4}, kS16{32768, int64_t{1} << 31, 8};

int64_t packed_bytes(const Params& p) {
  return int64_t{p.cells} * (32 + four_rows_bytes(p.in) + four_rows_bytes(p.cells));
}

// Blocks of inputs for Helium.
constexpr int32_t kBlockS8 = 16, kBlockS16 = 8;

int64_t packed_bytes_mve(const Params& p, int32_t block) {
  return int64_t{p.cells} * (32 + four_rows_bytes_mve(p.in, block) + four_rows_bytes_mve(p.cells, block));
}

// The weights of one cell for x, or for the hidden state.
FourRows rows_of(const void* const* in, size_t first, int32_t depth, int32_t cell) {
  FourRows rows{{}, depth, 0};
  for (size_t g = 0; g < kNookLstmGates; ++g)
    rows.w[g] = static_cast<const int8_t*>(in[first + g]) + int64_t{cell} * depth;
  return rows;
}

int64_t bias_of(const Kind& kind, const void* const* in, size_t gate, int32_t cell) {
  const auto* const bytes = static_cast<const uint8_t*>(in[kBias + gate]);
  if (!bytes) return 0;
  int64_t wide = 0;
  int32_t narrow = 0;
  const size_t at = static_cast<size_t>(kind.bias_bytes) * static_cast<size_t>(cell);
  if (kind.bias_bytes == 8) return memcpy(&wide, bytes + at, 8), wide;
  return memcpy(&narrow, bytes + at, 4), narrow;
}

bool takes(const Kind& kind, const FourRows& rows, const void* const* biases, int32_t cell) {
  for (size_t g = 0; g < kNookLstmGates; ++g) {
    const int64_t bias = biases ? bias_of(kind, biases, g, cell) : 0;
    const int64_t most = kind.most_input * weight_sums(rows.w[g], rows.depth).magnitude;
    if (bias <= -kind.most_sum || bias >= kind.most_sum) return false;
    if (most + (bias < 0 ? -bias : bias) >= kind.most_sum) return false;
  }
  return true;
}

bool takes_all(const Kind& kind, const Params& p, const void* const* in) {
  for (int32_t u = 0; u < p.cells; ++u)
    if (!takes(kind, rows_of(in, kFromX, p.in, u), in, u) ||
        !takes(kind, rows_of(in, kRecurrent, p.cells, u), nullptr, u))
      return false;
  return true;
}

void put_biases(const FourRows& rows, int32_t zero, const void* const* biases, int32_t cell,
                PackedBytes& to) {
  for (size_t g = 0; g < kNookLstmGates; ++g)
    to.put32((biases ? bias_of(kS8, biases, g, cell) : 0) - zero * weight_sums(rows.w[g], rows.depth).sum);
}

template <class PutRows>
void pack_s8(const Params& p, const void* const* in, PutRows put_rows, PackedBytes& to) {
  for (int32_t u = 0; u < p.cells; ++u) {
    const FourRows of_x = rows_of(in, kFromX, p.in, u), of_hidden = rows_of(in, kRecurrent, p.cells, u);
    put_biases(of_x, p.x_zero, in, u, to), put_rows(of_x, to);
    put_biases(of_hidden, p.hidden_zero, nullptr, u, to), put_rows(of_hidden, to);
  }
}

void put_biases_s16(const void* const* biases, int32_t cell, PackedBytes& to) {
  for (size_t g = 0; g < kNookLstmGates; ++g) to.put32(biases ? bias_of(kS16, biases, g, cell) : 0);
}

template <class PutRows>
void pack_s16(const Params& p, const void* const* in, PutRows put_rows, PackedBytes& to) {
  for (int32_t u = 0; u < p.cells; ++u) {
    put_biases_s16(in, u, to), put_rows(rows_of(in, kFromX, p.in, u), to);
    put_biases_s16(nullptr, u, to), put_rows(rows_of(in, kRecurrent, p.cells, u), to);
  }
}

template <int32_t block>
void put_blocks_mve(const FourRows& rows, PackedBytes& to) {
  put_four_rows_mve(rows, block, to);
}

bool within(int8_t shift, int32_t most) { return shift <= most && shift >= -30; }

// Whether shifts of gates are at most `most`.
bool shifts_of_few(const Params& p, int32_t most) {
  if (!within(p.keep_shift, -2) || !within(p.add_shift, -2) || !within(p.out_shift, -2)) return false;
  for (int g = 0; g < kNookLstmGates; ++g)
    if (!within(p.in_shift[g], most) || !within(p.recurrent_shift[g], most)) return false;
  return p.in <= NOOK_LSTM_MOST_INPUTS && p.cells <= NOOK_LSTM_MOST_INPUTS && packed_bytes(p) <= INT32_MAX &&
         packed_bytes_mve(p, kBlockS8) <= INT32_MAX;
}

}  // namespace

bool of_few(const Params& p) { return shifts_of_few(p, 0); }
bool s16_of_few(const Params& p) { return shifts_of_few(p, -2); }

int32_t packed_gates_bytes(const Params& p) { return static_cast<int32_t>(packed_bytes(p)); }
bool takes_gates(const Params& p, const void* const* in) { return takes_all(kS8, p, in); }
void pack_gates(const Params& p, const void* const* in, PackedBytes& to) {
  pack_s8(p, in, put_four_rows, to);
}

int32_t packed_gates_bytes_mve(const Params& p) {
  return static_cast<int32_t>(packed_bytes_mve(p, kBlockS8));
}
void pack_gates_mve(const Params& p, const void* const* in, PackedBytes& to) {
  pack_s8(p, in, put_blocks_mve<kBlockS8>, to);
}

namespace {

int64_t matrix_bytes_rvv(int32_t cells, int32_t depth) {
  return int64_t{4} * cells + ((int64_t{depth} * cells + 3) & ~int64_t{3});
}

// The weights of a gate for x, or for the hidden state; `biases`: the node's operands, or null.
void put_matrix_rvv(const Params& p, const int8_t* w, int32_t depth, int32_t zero, const void* const* biases,
                    size_t gate, PackedBytes& to) {
  const uint8_t* const end = to.at() + matrix_bytes_rvv(p.cells, depth);
  for (int32_t u = 0; u < p.cells; ++u)
    to.put32((biases ? bias_of(kS8, biases, gate, u) : 0) -
             zero * weight_sums(w + int64_t{u} * depth, depth).sum);
  for (int32_t i = 0; i < depth; ++i)
    for (int32_t u = 0; u < p.cells; ++u) to.put8(w[int64_t{u} * depth + i]);
  to.zero_until(end);
}

}  // namespace

int32_t packed_gates_bytes_rvv(const Params& p) {
  return static_cast<int32_t>(kNookLstmGates *
                              (matrix_bytes_rvv(p.cells, p.in) + matrix_bytes_rvv(p.cells, p.cells)));
}
void pack_gates_rvv(const Params& p, const void* const* in, PackedBytes& to) {
  for (size_t g = 0; g < kNookLstmGates; ++g) {
    put_matrix_rvv(p, static_cast<const int8_t*>(in[kFromX + g]), p.in, p.x_zero, in, g, to);
    put_matrix_rvv(p, static_cast<const int8_t*>(in[kRecurrent + g]), p.cells, p.hidden_zero, nullptr, g, to);
  }
}

bool takes_gates_s16(const Params& p, const void* const* in) { return takes_all(kS16, p, in); }
void pack_gates_s16(const Params& p, const void* const* in, PackedBytes& to) {
  pack_s16(p, in, put_four_rows_s16, to);
}

int32_t packed_gates_s16_bytes_mve(const Params& p) {
  return static_cast<int32_t>(packed_bytes_mve(p, kBlockS16));
}
void pack_gates_s16_mve(const Params& p, const void* const* in, PackedBytes& to) {
  pack_s16(p, in, put_blocks_mve<kBlockS16>, to);
}

}  // namespace nook
