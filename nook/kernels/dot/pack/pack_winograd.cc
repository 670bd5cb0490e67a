#include "nook/kernels/dot/pack/pack_winograd.h"

#include "nook/kernels/dot/armv7em/dot_winograd_dsp.h"
#include "nook/kernels/dot/armv7em/dot_winograd_f23_dsp.h"

namespace nook {
namespace {

constexpr int32_t kGroup = 4, kProducts = 6, kSide = 3;
// limit of a sum of products, 24 times which must fit an int32
constexpr int64_t kMostProducts = INT32_MAX / 24;
// A constant q results from q * 2^14 * 2 * 2^30 / 2^32 * 2^19 / 2^32.
constexpr int32_t kConstantUnit = 1 << 14, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 19;

// Three weights of a row.
struct Taps {
  int32_t g0, g1, g2;
};

// Their transformed weight for product i of six.
int32_t transformed(int32_t i, const Taps& g) {
  switch (i) {
    case 0:
      return 6 * g.g0;
    case 1:
      return -4 * (g.g0 + g.g1 + g.g2);
    case 2:
      return -4 * (g.g0 - g.g1 + g.g2);
    case 3:
      return g.g0 + 2 * g.g1 + 4 * g.g2;
    case 4:
      return g.g0 - 2 * g.g1 + 4 * g.g2;
    default:
      return 24 * g.g2;
  }
}

// An output's filter with `channels` channels.
struct Filter {
  const int8_t* w;
  int32_t channels;

  Filter(const DotWeights& all, int32_t o)
      : w(all.w + int64_t{o} * all.depth), channels(all.depth / (kSide * kSide)) {}
  Taps at(int32_t row, int32_t channel) const {
    const int8_t* const g = w + row * kSide * channels + channel;
    return {g[0], g[channels], g[2 * channels]};
  }
};

// Calls put(row, low, high) for every row of filters and each pair of channels that are multiplied together:
// 0 2, 1 3, 4 6, ...
template <class Put>
void each_two(int32_t channels, Put put) {
  for (int32_t row = 0; row < kSide; ++row)
    for (int32_t two = 0; two < channels / 2; ++two) {
      const int32_t channel = two / 2 * 4 + two % 2;
      put(row, channel, channel + 2);
    }
}

// One word per output and pair of channels, for four outputs; `factor` transforms three weights.
template <class Factor>
void put_halfwords(const DotWeights& all, int32_t first, int32_t channels, Factor factor, PackedBytes& to) {
  each_two(channels, [&](int32_t row, int32_t low, int32_t high) {
    for (int32_t o = first; o < first + kGroup; ++o)
      to.put_two(factor(Filter(all, o).at(row, low)), factor(Filter(all, o).at(row, high)));
  });
}

// One word per two outputs, for four outputs.
template <class Factor>
void put_shared(const DotWeights& all, int32_t first, int32_t channels, Factor factor, PackedBytes& to) {
  each_two(channels, [&](int32_t row, int32_t low, int32_t high) {
    for (int32_t o = first; o < first + kGroup; o += 2) {
      const Filter a(all, o), b(all, o + 1);
      const auto both = [&](int32_t c) { return 256 * factor(b.at(row, c)) + factor(a.at(row, c)); };
      to.put_two(both(low), both(high));
    }
  });
}

bool share_words(const DotWeights& all, int32_t o) {
  const int8_t *const a = all.w + int64_t{o} * all.depth, *const b = a + all.depth;
  for (int32_t i = 0; i < all.depth; ++i)
    if (b[i] == -128 && a[i] < 0) return false;
  return true;
}

void put_output(const OutputSum& sum, PackedBytes& to) {
  const bool constant = sum.most_products == 0;
  to.put32(2 * (constant ? int64_t{constant_output(sum)} * kConstantUnit : sum.bias));
  to.put32(constant ? kConstantMultiplier : sum.multiplier);
  to.put32(constant ? kConstantPower : small_power(sum));
}

}  // namespace

int64_t winograd_bytes(int32_t outputs) { return int64_t{outputs} / kGroup * NOOK_WINOGRAD_FOUR; }

bool takes_winograd(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    const OutputSum sum = sum_of(all, o);
    if (sum.most_products > kMostProducts || !takes_small_output(sum)) return false;
  }
  return true;
}

void pack_winograd(const DotWeights& all, PackedBytes& to) {
  for (int32_t first = 0; first < all.outputs; first += kGroup) {
    for (int32_t i = 0; i < kProducts; ++i)
      put_halfwords(
          all, first, NOOK_WINOGRAD_CHANNELS, [i](const Taps& g) { return transformed(i, g); }, to);
    for (int32_t o = first; o < first + kGroup; ++o) put_output(sum_of(all, o), to);
  }
}

int64_t winograd_f23_bytes(int32_t outputs) { return int64_t{outputs} / kGroup * NOOK_F23_FOUR; }

bool takes_winograd_f23(const DotWeights& all) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes_small_output(sum_of(all, o))) return false;
  for (int32_t o = 0; o < all.outputs; o += 2)
    if (!share_words(all, o)) return false;
  return true;
}

void pack_winograd_f23(const DotWeights& all, PackedBytes& to) {
  const int32_t channels = NOOK_F23_CHANNELS;
  for (int32_t first = 0; first < all.outputs; first += kGroup) {
    put_shared(
        all, first, channels, [](const Taps& g) { return g.g0; }, to);
    put_shared(
        all, first, channels, [](const Taps& g) { return g.g2; }, to);
    put_halfwords(
        all, first, channels, [](const Taps& g) { return g.g0 + g.g1 + g.g2; }, to);
    put_halfwords(
        all, first, channels, [](const Taps& g) { return g.g0 - g.g1 + g.g2; }, to);
    for (int32_t o = first; o < first + kGroup; ++o) put_output(sum_of(all, o), to);
  }
}

}  // namespace nook
