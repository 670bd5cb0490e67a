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

// The four filters of which f is one; the last ones overlap those before.
FourRows rows_at(const nook_svdf& p, const int8_t* w, int32_t f) {
  const int32_t filters = p.units * p.rank, last = filters - kGroup;
  const int32_t first = last < 0 ? 0 : f < last ? f : last;
  FourRows rows{{}, p.in};
  for (int32_t k = 0; k < kGroup && first + k < filters; ++k) rows.w[k] = w + int64_t{first + k} * p.in;
  return rows;
}

}  // namespace

bool svdf_in_fours(const nook_svdf& p) {
  return p.in <= NOOK_SVDF_MOST_INPUTS && stream_bytes(p) <= INT32_MAX;
}
int32_t svdf_stream_bytes(const nook_svdf& p) { return static_cast<int32_t>(stream_bytes(p)); }

bool takes_svdf_stream(const nook_svdf& p, const void* const* in) {
  const auto* const w = static_cast<const int8_t*>(in[kWeights]);
  for (int32_t f = 0; f < p.units * p.rank; f += kGroup)
    if (!takes_four_rows(rows_at(p, w, f))) return false;
  return true;
}

void pack_svdf_stream(const nook_svdf& p, const void* const* in, PackedBytes& to) {
  const uint8_t* const end = to.at() + svdf_stream_bytes(p);
  const auto *const w = static_cast<const int8_t*>(in[kWeights]), *const time =
                                                                      static_cast<const int8_t*>(in[kTime]);
  for (int32_t f = 0; f < p.units * p.rank; f += kGroup) {
    const FourRows rows = rows_at(p, w, f);
    for (const int8_t* row : rows.w) to.put32(row ? -p.x_zero * weight_sums(row, p.in).sum : 0);
    put_four_rows(rows, to);
  }
  const int32_t terms = p.rank * p.memory;
  for (int32_t u = 0; u < p.units; ++u) {
    int32_t bias = 0;
    if (in[kBias])
      memcpy(&bias, static_cast<const uint8_t*>(in[kBias]) + size_t{4} * static_cast<size_t>(u), 4);
    to.put32(bias - p.state_zero * weight_sums(time + int64_t{u} * terms, terms).sum);
  }
  to.put(time, static_cast<size_t>(p.units) * static_cast<size_t>(terms));
  to.zero_until(end);
}

}  // namespace nook
