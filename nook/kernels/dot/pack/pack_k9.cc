#include "nook/kernels/dot/pack/pack_k9.h"

#include "nook/kernels/dot/armv7em/dot_3x3s2_dsp.h"
#include "nook/kernels/dot/pack/fixed_once.h"

namespace nook {
namespace {

bool find(const DotWeights& all, int32_t o, OnceOutput* to) {
  return find_once(sum_of(all, o), all.range.zero, NOOK_K9_BITS, NOOK_K9_MOST_SCALE, to);
}

}  // namespace

int64_t k9_bytes(int32_t outputs) { return int64_t{outputs} * NOOK_K9_BYTES; }

bool takes_k9(const DotWeights& all) {
  OnceOutput once;
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!find(all, o, &once)) return false;
  return true;
}

void pack_k9(const DotWeights& all, PackedBytes& to) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    OnceOutput once;
    find(all, o, &once);
    const int32_t unit = 1 << once.scale;
    const int8_t* const w = all.w + int64_t{o} * all.depth;
    const auto at = [&](int32_t tap) { return tap < 0 ? 0 : w[tap] * unit; };
    to.put32(once.bias * unit + once.more);
    for (const TwoInputs& two : kTwosOfK9) to.put_two(at(two.low), at(two.high));
    to.put32(once.multiplier), to.put32(once.plus);
  }
}

}  // namespace nook
