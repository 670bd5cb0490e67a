#include "nook/ops/svdf/svdf_pack.h"

#include <string.h>

#include "nook/ops/shared/pack_four_sums.h"
#include "nook/ops/shared/weight_sums.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;
enum Operands : uint8_t { kWeights = 1, kTime, kBias };

int64_t stream_bytes(const nook_svdf& p) {
  const int64_t filters = int64_t{p.units} * p.rank, kept = filters * p.memory;
  return (filters + kGroup - 1) / kGroup * (16 + four_rows_bytes(p.in)) + int64_t{4} * p.units +
         ((kept + 3) & ~int64_t{3});
}

// The initial sum of unit u.
int64_t bias_of(const nook_svdf& p, const void* biases, int32_t u, const int8_t* time) {
  const int32_t terms = p.rank * p.memory;
  int32_t bias = 0;
  if (biases) memcpy(&bias, static_cast<const uint8_t*>(biases) + size_t{4} * static_cast<size_t>(u), 4);
  return bias - p.state_zero * int64_t{weight_sums(time + int64_t{u} * terms, terms).sum};
}

}  // namespace

bool svdf_in_fours(const nook_svdf& p) {
  const auto below_one = [](int32_t shift, int32_t most) { return shift <= most && shift >= -30; };
  return p.in <= NOOK_SVDF_MOST_INPUTS && below_one(p.first_shift, 0) && below_one(p.second_shift, -1) &&
         stream_bytes(p) <= INT32_MAX;
}
int32_t svdf_stream_bytes(const nook_svdf& p) { return static_cast<int32_t>(stream_bytes(p)); }

// The kernel rescales twice the sums.
bool takes_svdf(const nook_svdf& p, const void* const* in) {
  constexpr int64_t kMostSum = int64_t{1} << 29, kMostState = 128;
  const auto* const time = static_cast<const int8_t*>(in[kTime]);
  const int32_t terms = p.rank * p.memory;
  for (int32_t u = 0; u < p.units; ++u) {
    const int64_t bias = bias_of(p, in[kBias], u, time);
    const int64_t most = weight_sums(time + int64_t{u} * terms, terms).magnitude * kMostState;
    if ((bias < 0 ? -bias : bias) + most >= kMostSum) return false;
  }
  return true;
}

void pack_svdf_stream(const nook_svdf& p, const void* const* in, PackedBytes& to) {
  const uint8_t* const end = to.at() + svdf_stream_bytes(p);
  const auto *const w = static_cast<const int8_t*>(in[kWeights]), *const time =
                                                                      static_cast<const int8_t*>(in[kTime]);
  for (int32_t f = 0; f < p.units * p.rank; f += kGroup) {
    const FourRows rows = four_rows_at(w, p.units * p.rank, p.in, f);
    for (int32_t k = 0; k < 4; ++k) to.put32(-p.x_zero * sums_of_row(rows, k).sum);
    put_four_rows(rows, to);
  }
  const int32_t terms = p.rank * p.memory;
  for (int32_t u = 0; u < p.units; ++u) to.put32(bias_of(p, in[kBias], u, time));
  to.put(time, static_cast<size_t>(p.units) * static_cast<size_t>(terms));
  to.zero_until(end);
}

}  // namespace nook
