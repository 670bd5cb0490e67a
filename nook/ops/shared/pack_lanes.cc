#include "nook/ops/shared/pack_lanes.h"

#include "nook/ops/shared/dot_lanes_rv32.h"
#include "nook/ops/shared/dot_lanes_thumb1.h"

namespace nook {
namespace {

constexpr int32_t kTogether = NOOK_LANES_TOGETHER;
// 128 times the sum of the magnitudes of weights that are multiplied together is in int16.
constexpr int32_t kMostTogether = 255;
constexpr int32_t kMostDepth = 16000;

int32_t magnitude(int32_t w) { return w < 0 ? -w : w; }

// Of one rest to eight weights, which a rest takes as long as.
int32_t most_rests(int32_t depth) { return depth / 8 + kTogether; }

// Weights that are multiplied together, beginning with input `first` of output o, without what is too much.
struct Together {
  int32_t w[kTogether] = {};
  int32_t rest[kTogether] = {};

  Together(const DotWeights& all, int32_t o, int32_t first) {
    int32_t sum = 0;
    for (int32_t i = 0; i < kTogether && first + i < all.depth; ++i) {
      w[i] = all.w[int64_t{o} * all.depth + first + i];
      sum += magnitude(w[i]);
    }
    while (sum > kMostTogether) {
      int32_t largest = 0;
      for (int32_t i = 1; i < kTogether; ++i)
        if (magnitude(w[i]) > magnitude(w[largest])) largest = i;
      const int32_t size = magnitude(w[largest]), over = sum - kMostTogether, cut = over < size ? over : size;
      const int32_t part = w[largest] < 0 ? -cut : cut;
      w[largest] -= part, rest[largest] += part, sum -= cut;
    }
  }
};

template <class Visit>
void for_each_rest(const DotWeights& all, int32_t o, Visit visit) {
  for (int32_t first = 0; first < all.depth; first += kTogether) {
    const Together together(all, o, first);
    for (int32_t i = 0; i < kTogether; ++i)
      if (together.rest[i]) visit(first + i, together.rest[i]);
  }
}

int32_t rests_of(const DotWeights& all, int32_t o) {
  int32_t rests = 0;
  for_each_rest(all, o, [&](int32_t, int32_t) { ++rests; });
  return rests;
}

bool takes(const DotWeights& all, bool (*takes_output)(const OutputSum&)) {
  for (int32_t o = 0; o < all.outputs; ++o)
    if (!takes_output(sum_of(all, o)) || rests_of(all, o) > most_rests(all.depth)) return false;
  return true;
}

void put_output(const DotWeights& all, int32_t o, const OutputWords& words, PackedBytes& to) {
  to.put32(words.bias), to.put32(words.multiplier), to.put_two(words.power, rests_of(all, o));
  for_each_rest(all, o, [&](int32_t i, int32_t w) { to.put_two(4 * i, w); });
}

void pack(const DotWeights& all, int32_t block, OutputWords (*words_of)(const OutputSum&), PackedBytes& to) {
  for (int32_t next = 0; next < all.outputs; next += block) {
    const int32_t o = next + block <= all.outputs ? next : all.outputs - block;
    for (int32_t first = 0; first < all.depth; first += kTogether)
      for (int32_t each = o; each < o + block; ++each)
        for (const int32_t w : Together(all, each, first).w) to.put8(w);
    for (int32_t each = o; each < o + block; ++each) put_output(all, each, words_of(sum_of(all, each)), to);
  }
}

}  // namespace

bool accepts_lanes(int32_t outputs, int64_t depth, int32_t block) {
  return depth <= kMostDepth && outputs >= block &&
         lanes_bytes(outputs, static_cast<int32_t>(depth), block) <= INT32_MAX;
}

int64_t lanes_bytes(int32_t outputs, int32_t depth, int32_t block) {
  const int64_t stored = (int64_t{outputs} + block - 1) / block * block;
  return stored * (eight_depth(depth) + int64_t{sizeof(nook_lanes_output)} +
                   int64_t{sizeof(nook_lanes_rest)} * most_rests(depth));
}

bool takes_lanes_rv32(const DotWeights& all) { return takes(all, takes_wrapped_output); }
void pack_lanes_rv32(const DotWeights& all, PackedBytes& to) {
  pack(all, NOOK_LANES_RV32, wrapped_output_words, to);
}

bool takes_lanes_thumb1(const DotWeights& all) { return takes(all, takes_shifted_output); }
void pack_lanes_thumb1(const DotWeights& all, PackedBytes& to) {
  pack(all, NOOK_LANES_THUMB1, shifted_output_words, to);
}

}  // namespace nook
