#include "nook/ops/svdf/svdf_pack.h"

#include <string.h>

#include "nook/kernels/dot/pack/pack_four_sums.h"
#include "nook/kernels/dot/pack/weight_sums.h"
#include "nook/ops/svdf/svdf_s8.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;
enum Operands : uint8_t { kWeights = 1, kTime, kBias };

int64_t packed_bytes(const nook_svdf& p) {
  const int64_t filters = int64_t{p.units} * p.rank, kept = filters * p.memory;
  return (filters + kGroup - 1) / kGroup * (16 + four_rows_bytes(p.in)) + int64_t{4} * p.units +
         ((kept + 3) & ~int64_t{3});
}

// The kernel requires sums below this, because it rescales twice the sum.
constexpr int64_t kMostSum = int64_t{1} << 29;

// The sums of a unit: `first` plus or minus at most `more`.
struct Sums {
  int64_t first, more;

  bool within(int64_t least, int64_t most) const { return first - more >= least && first + more <= most; }
};

int32_t bias_of(const void* biases, int32_t u) {
  int32_t bias = 0;
  if (biases) memcpy(&bias, static_cast<const uint8_t*>(biases) + size_t{4} * static_cast<size_t>(u), 4);
  return bias;
}

Sums sums_of(const nook_svdf& p, const void* biases, int32_t u, const int8_t* time) {
  const int32_t terms = p.rank * p.memory, bias = bias_of(biases, u);
  const auto weights = weight_sums(time + int64_t{u} * terms, terms);
  return {bias - p.state_zero * int64_t{weights.sum}, int64_t{weights.magnitude} * 128};
}

// Replaces sums that are too large for the kernel by smaller ones with the same results. If all sums exceed
// the largest or least result, they may be replaced by any other sums that do. Results are monotonic in the
// sums unless these wrap around.
Sums tamed(const nook_svdf& p, const Sums& sums) {
  constexpr int32_t kBeyond = 1 << 28;
  const auto result = [&](int32_t sum) { return nook_svdf_result(&p, static_cast<uint32_t>(sum)); };
  if (sums.within(kBeyond, INT32_MAX) && result(kBeyond) == INT8_MAX) return {kBeyond + sums.more, sums.more};
  if (sums.within(INT32_MIN, -kBeyond) && result(-kBeyond) == INT8_MIN)
    return {-kBeyond - sums.more, sums.more};
  return sums;
}

bool below_one(int32_t shift, int32_t most) { return shift <= most && shift >= -30; }

// Writes the initial sums of four filters.
void put_starts(const nook_svdf& p, const FourRows& rows, PackedBytes& to) {
  for (int32_t k = 0; k < kGroup; ++k) to.put32(-p.x_zero * sums_of_row(rows, k).sum);
}

// Helium: inputs of a block; bytes that are read past the last weight.
constexpr int32_t kBlock = 16, kBeyond = 16;

int64_t packed_bytes_mve(const nook_svdf& p, int32_t element_bytes) {
  const int64_t filters = int64_t{p.units} * p.rank, kept = filters * p.memory * element_bytes;
  return (filters + kGroup - 1) / kGroup * (16 + four_rows_bytes_mve(p.in, kBlock)) + int64_t{4} * p.units +
         ((kept + 3) & ~int64_t{3}) + kBeyond;
}

// `of_state`: the contribution of unit u's time weights to its sum if the state is 0.
template <class OfState>
void pack_mve(const nook_svdf& p, const void* const* in, int32_t element_bytes, OfState of_state,
              PackedBytes& to) {
  const uint8_t* const end = to.at() + packed_bytes_mve(p, element_bytes);
  const int32_t filters = p.units * p.rank;
  for (int32_t f = 0; f < filters; f += kGroup) {
    const FourRows rows = four_rows_at(static_cast<const int8_t*>(in[kWeights]), filters, p.in, f);
    put_starts(p, rows, to), put_four_rows_mve(rows, kBlock, to);
  }
  for (int32_t u = 0; u < p.units; ++u) to.put32(bias_of(in[kBias], u) + of_state(u));
  const int64_t time_bytes = int64_t{filters} * p.memory * element_bytes;
  to.put(in[kTime], static_cast<size_t>(time_bytes));
  to.zero_until(end);
}

}  // namespace

bool in_fours(const nook_svdf& p) {
  return p.in <= NOOK_SVDF_MOST_INPUTS && below_one(p.first_shift, 0) && below_one(p.second_shift, -1) &&
         packed_bytes(p) <= INT32_MAX;
}
int32_t packed_fours_bytes(const nook_svdf& p) { return static_cast<int32_t>(packed_bytes(p)); }

bool takes_fours(const nook_svdf& p, const void* const* in) {
  const auto* const time = static_cast<const int8_t*>(in[kTime]);
  for (int32_t u = 0; u < p.units; ++u)
    if (!tamed(p, sums_of(p, in[kBias], u, time)).within(1 - kMostSum, kMostSum - 1)) return false;
  return true;
}

void pack_fours(const nook_svdf& p, const void* const* in, PackedBytes& to) {
  const uint8_t* const end = to.at() + packed_fours_bytes(p);
  const auto *const w = static_cast<const int8_t*>(in[kWeights]), *const time =
                                                                      static_cast<const int8_t*>(in[kTime]);
  for (int32_t f = 0; f < p.units * p.rank; f += kGroup) {
    const FourRows rows = four_rows_at(w, p.units * p.rank, p.in, f);
    put_starts(p, rows, to), put_four_rows(rows, to);
  }
  const int32_t terms = p.rank * p.memory;
  for (int32_t u = 0; u < p.units; ++u) to.put32(tamed(p, sums_of(p, in[kBias], u, time)).first);
  to.put(time, static_cast<size_t>(p.units) * static_cast<size_t>(terms));
  to.zero_until(end);
}

bool svdf_on_mve(const nook_svdf& p) {
  return p.in <= NOOK_SVDF_MOST_INPUTS && below_one(p.first_shift, 0) && below_one(p.second_shift, 0) &&
         packed_bytes_mve(p, 2) <= INT32_MAX;
}
int32_t packed_fours_s8_bytes_mve(const nook_svdf& p) { return static_cast<int32_t>(packed_bytes_mve(p, 1)); }
int32_t packed_fours_s16_bytes_mve(const nook_svdf& p) {
  return static_cast<int32_t>(packed_bytes_mve(p, 2));
}
void pack_fours_s8_mve(const nook_svdf& p, const void* const* in, PackedBytes& to) {
  const auto* const time = static_cast<const int8_t*>(in[kTime]);
  const int64_t terms = int64_t{p.rank} * p.memory;
  const auto of_state = [&](int32_t u) {
    return -p.state_zero * int64_t{weight_sums(time + u * terms, static_cast<int32_t>(terms)).sum};
  };
  pack_mve(p, in, 1, of_state, to);
}
void pack_fours_s16_mve(const nook_svdf& p, const void* const* in, PackedBytes& to) {
  pack_mve(
      p, in, 2, [](int32_t) { return int64_t{0}; }, to);
}

}  // namespace nook
