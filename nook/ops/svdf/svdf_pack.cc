#include "nook/ops/svdf/svdf_pack.h"

#include <string.h>

#include "nook/ops/shared/pack_four_sums.h"
#include "nook/ops/shared/weight_sums.h"
#include "nook/ops/svdf/svdf_s8.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4;
enum Operands : uint8_t { kWeights = 1, kTime, kBias };

int64_t stream_bytes(const nook_svdf& p) {
  const int64_t filters = int64_t{p.units} * p.rank, kept = filters * p.memory;
  return (filters + kGroup - 1) / kGroup * (16 + four_rows_bytes(p.in)) + int64_t{4} * p.units +
         ((kept + 3) & ~int64_t{3});
}

// A sum is below this for the kernel, which rescales twice of it.
constexpr int64_t kMostSum = int64_t{1} << 29;

// The sums of a unit: `first`, and at most `more` to either side.
struct Sums {
  int64_t first, more;

  bool within(int64_t least, int64_t most) const { return first - more >= least && first + more <= most; }
};

Sums sums_of(const nook_svdf& p, const void* biases, int32_t u, const int8_t* time) {
  const int32_t terms = p.rank * p.memory;
  int32_t bias = 0;
  if (biases) memcpy(&bias, static_cast<const uint8_t*>(biases) + size_t{4} * static_cast<size_t>(u), 4);
  const auto weights = weight_sums(time + int64_t{u} * terms, terms);
  return {bias - p.state_zero * int64_t{weights.sum}, int64_t{weights.magnitude} * 128};
}

// The same results from sums that the kernel takes: where all of them are beyond the largest or the least
// result, others beyond it do as well. Results grow with their sums unless these wrap around.
Sums tamed(const nook_svdf& p, const Sums& sums) {
  constexpr int32_t kBeyond = 1 << 28;
  const auto result = [&](int32_t sum) { return nook_svdf_result(&p, static_cast<uint32_t>(sum)); };
  if (sums.within(kBeyond, INT32_MAX) && result(kBeyond) == INT8_MAX) return {kBeyond + sums.more, sums.more};
  if (sums.within(INT32_MIN, -kBeyond) && result(-kBeyond) == INT8_MIN)
    return {-kBeyond - sums.more, sums.more};
  return sums;
}

}  // namespace

bool in_fours(const nook_svdf& p) {
  const auto below_one = [](int32_t shift, int32_t most) { return shift <= most && shift >= -30; };
  return p.in <= NOOK_SVDF_MOST_INPUTS && below_one(p.first_shift, 0) && below_one(p.second_shift, -1) &&
         stream_bytes(p) <= INT32_MAX;
}
template <>
int32_t SvdfStream::bytes(const Params& p) {
  return static_cast<int32_t>(stream_bytes(p));
}

template <>
bool SvdfStream::takes(const Params& p, const void* const* in) {
  const auto* const time = static_cast<const int8_t*>(in[kTime]);
  for (int32_t u = 0; u < p.units; ++u)
    if (!tamed(p, sums_of(p, in[kBias], u, time)).within(1 - kMostSum, kMostSum - 1)) return false;
  return true;
}

template <>
void SvdfStream::pack(const Params& p, const void* const* in, PackedBytes& to) {
  const uint8_t* const end = to.at() + bytes(p);
  const auto *const w = static_cast<const int8_t*>(in[kWeights]), *const time =
                                                                      static_cast<const int8_t*>(in[kTime]);
  for (int32_t f = 0; f < p.units * p.rank; f += kGroup) {
    const FourRows rows = four_rows_at(w, p.units * p.rank, p.in, f);
    for (int32_t k = 0; k < 4; ++k) to.put32(-p.x_zero * sums_of_row(rows, k).sum);
    put_four_rows(rows, to);
  }
  const int32_t terms = p.rank * p.memory;
  for (int32_t u = 0; u < p.units; ++u) to.put32(tamed(p, sums_of(p, in[kBias], u, time)).first);
  to.put(time, static_cast<size_t>(p.units) * static_cast<size_t>(terms));
  to.zero_until(end);
}

}  // namespace nook
