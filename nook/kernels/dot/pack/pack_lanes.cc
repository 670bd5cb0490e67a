#include "nook/kernels/dot/pack/pack_lanes.h"

#include "nook/kernels/dot/armv6m/dot_lanes_thumb1.h"
#include "nook/kernels/dot/armv7m/dot_lanes_thumb2.h"
#include "nook/kernels/dot/c99/dot_lanes_ref.h"
#include "nook/kernels/dot/pairs.h"
#include "nook/kernels/dot/rv32/dot_lanes_rv32.h"

namespace nook {
namespace {

constexpr int32_t kTogether = NOOK_LANES_TOGETHER;
// 128 times the sum of the magnitudes of weights that are multiplied together must fit int16.
constexpr int32_t kMostTogether = 255;

int32_t magnitude(int32_t w) { return w < 0 ? -w : w; }
int32_t depth_of(const LanesWindow& window) { return window.taps * window.channels; }
LanesWindow window_of(const DotWeights& all) { return {all.depth / all.tap, all.tap}; }

// One rest takes as long as eight weights.
int32_t most_rests(int32_t depth) { return depth / 8 + kTogether; }

// Inputs that are unpacked to words at once.
struct Part {
  int32_t first = 0, count = 0;
};

// Calls visit(part).
template <class Visit>
void for_each_part(const LanesWindow& window, Visit visit) {
  const int32_t depth = depth_of(window), channels = window.channels;
  const bool whole = channels <= NOOK_LANES_PART;
  const int32_t most = whole ? nook_lanes_taps(window.taps, channels) * channels : int32_t{NOOK_LANES_PART};
  for (int32_t first = 0, count = 0; first < depth; first += count) {
    const int32_t left = whole ? depth - first : channels - first % channels;
    count = left < most ? left : most;
    visit(Part{first, count});
  }
}

// The weights that are multiplied together, from input `first` of a part of output o, without the excess.
struct Together {
  int32_t w[kTogether] = {};
  int32_t rest[kTogether] = {};

  Together(const DotWeights& all, int32_t o, const Part& part, int32_t first) {
    int32_t sum = 0;
    for (int32_t i = 0; i < kTogether && first + i < part.count; ++i) {
      w[i] = all.w[int64_t{o} * all.depth + part.first + first + i];
      sum += magnitude(w[i]);
    }
    while (sum > kMostTogether) {
      int32_t largest = 0;
      for (int32_t i = 1; i < kTogether; ++i)
        if (magnitude(w[i]) > magnitude(w[largest])) largest = i;
      const int32_t size = magnitude(w[largest]), over = sum - kMostTogether, cut = over < size ? over : size;
      const int32_t part_of_it = w[largest] < 0 ? -cut : cut;
      w[largest] -= part_of_it, rest[largest] += part_of_it, sum -= cut;
    }
  }
};

// Calls visit(input of the part, weight).
template <class Visit>
void for_each_rest(const DotWeights& all, int32_t o, const Part& part, Visit visit) {
  for (int32_t first = 0; first < part.count; first += kTogether) {
    const Together together(all, o, part, first);
    for (int32_t i = 0; i < kTogether; ++i)
      if (together.rest[i]) visit(first + i, together.rest[i]);
  }
}

int32_t rests_of(const DotWeights& all, int32_t o, const Part& part) {
  int32_t rests = 0;
  for_each_rest(all, o, part, [&](int32_t, int32_t) { ++rests; });
  return rests;
}

// The layout of a core's packed weights.
struct Layout {
  int32_t block;    // outputs per block
  int32_t more;     // added to each weight
  bool one_by_one;  // each output's data is contiguous; otherwise the factors of all outputs are
  int32_t (*at)(int32_t input);
  bool (*takes_output)(const OutputSum&);
  OutputWords (*words_of)(const OutputSum&);
};

int32_t word_at(int32_t input) { return 4 * input; }
int32_t itself(int32_t input) { return input; }

constexpr Layout kRv32Layout = {NOOK_LANES_RV32,     0, true, word_at, takes_wrapped_output,
                                wrapped_output_words};
constexpr Layout kThumb2Layout = {NOOK_LANES_THUMB2,   0, true, word_at, takes_wrapped_output,
                                  wrapped_output_words};
constexpr Layout kPairsLayout = {NOOK_PAIRS, 128, true, itself, takes_wrapped_output, wrapped_output_words};
constexpr Layout kPlainLayout = {NOOK_LANES_REF,      128, true, nook_lanes_at_ref, takes_wrapped_output,
                                 wrapped_output_words};
constexpr Layout kThumb1Layout = {NOOK_LANES_THUMB1,   128, false, nook_lanes_at_thumb1, takes_shifted_output,
                                  shifted_output_words};

template <class ForEachPart>
bool takes_parts(const DotWeights& all, const Layout& layout, ForEachPart for_each) {
  for (int32_t o = 0; o < all.outputs; ++o) {
    int32_t rests = 0;
    for_each([&](const Part& part) { rests += rests_of(all, o, part); });
    if (!layout.takes_output(sum_of(all, o)) || rests > most_rests(all.depth)) return false;
  }
  return true;
}

bool takes(const DotWeights& all, const Layout& layout) {
  return takes_parts(all, layout, [&](auto visit) { for_each_part(window_of(all), visit); });
}

void put_factor(const DotWeights& all, int32_t o, const Layout& layout, PackedBytes& to) {
  const OutputWords words = layout.words_of(sum_of(all, o));
  to.put32(words.bias), to.put32(words.multiplier);
}

void put_block(const DotWeights& all, int32_t o, const Part& part, const Layout& layout, PackedBytes& to) {
  const int32_t end = o + layout.block;
  const bool last = part.first + part.count == all.depth;
  for (int32_t first = 0; first < part.count; first += kTogether)
    for (int32_t each = o; each < end; ++each)
      for (const int32_t w : Together(all, each, part, first).w) to.put8(w + layout.more);
  for (int32_t each = o; each < end; ++each) {
    to.put_two(layout.words_of(sum_of(all, each)).power, rests_of(all, each, part));
    for_each_rest(all, each, part, [&](int32_t i, int32_t w) { to.put_two(layout.at(i), w); });
    if (last && layout.one_by_one) put_factor(all, each, layout, to);
  }
  for (int32_t each = o; last && !layout.one_by_one && each < end; ++each) put_factor(all, each, layout, to);
}

void put_part(const DotWeights& all, const Part& part, const Layout& layout, PackedBytes& to) {
  for (int32_t next = 0; next < all.outputs; next += layout.block)
    put_block(all, next + layout.block <= all.outputs ? next : all.outputs - layout.block, part, layout, to);
}

void pack(const DotWeights& all, const Layout& layout, PackedBytes& to) {
  for_each_part(window_of(all), [&](const Part& part) { put_part(all, part, layout, to); });
}

}  // namespace

bool accepts_lanes(int32_t outputs, const LanesWindow& window, int32_t block) {
  return outputs >= block && int64_t{window.taps} * window.channels <= INT32_MAX / 256 &&
         lanes_bytes(outputs, window, block) <= INT32_MAX;
}

int64_t lanes_bytes(int32_t outputs, const LanesWindow& window, int32_t block) {
  int64_t each = int64_t{sizeof(nook_lanes_rest)} * most_rests(depth_of(window)) + sizeof(nook_lanes_factor);
  for_each_part(window, [&](const Part& part) {
    each += int64_t{(part.count + kTogether - 1) / kTogether * kTogether} + sizeof(nook_lanes_output);
  });
  return (int64_t{outputs} + block - 1) / block * block * each;
}

bool several_lanes_parts(const LanesWindow& window) {
  return window.channels > NOOK_LANES_PART || nook_lanes_taps(window.taps, window.channels) < window.taps;
}

int64_t lanes_bytes_rv32(const DotWeights& all) {
  return lanes_bytes(all.outputs, window_of(all), NOOK_LANES_RV32);
}
bool takes_lanes_rv32(const DotWeights& all) { return takes(all, kRv32Layout); }
void pack_lanes_rv32(const DotWeights& all, PackedBytes& to) { pack(all, kRv32Layout, to); }

int64_t lanes_bytes_ref(const DotWeights& all) {
  return lanes_bytes(all.outputs, window_of(all), NOOK_LANES_REF);
}
bool takes_lanes_ref(const DotWeights& all) { return takes(all, kPlainLayout); }
void pack_lanes_ref(const DotWeights& all, PackedBytes& to) { pack(all, kPlainLayout, to); }

int64_t lanes_bytes_thumb1(const DotWeights& all) {
  return lanes_bytes(all.outputs, window_of(all), NOOK_LANES_THUMB1);
}
bool takes_lanes_thumb1(const DotWeights& all) { return takes(all, kThumb1Layout); }
void pack_lanes_thumb1(const DotWeights& all, PackedBytes& to) { pack(all, kThumb1Layout, to); }

int64_t lanes_bytes_thumb2(const DotWeights& all) {
  return lanes_bytes(all.outputs, window_of(all), NOOK_LANES_THUMB2);
}
bool takes_lanes_thumb2(const DotWeights& all) { return takes(all, kThumb2Layout); }
void pack_lanes_thumb2(const DotWeights& all, PackedBytes& to) { pack(all, kThumb2Layout, to); }

int64_t input_pairs_bytes(int32_t outputs, int32_t depth) {
  const int64_t each = int64_t{depth} + sizeof(nook_lanes_output) + sizeof(nook_lanes_factor) +
                       int64_t{sizeof(nook_lanes_rest)} * most_rests(depth);
  return (int64_t{outputs} + NOOK_PAIRS - 1) / NOOK_PAIRS * NOOK_PAIRS * each;
}
bool takes_input_pairs(const DotWeights& all) {
  return takes_parts(all, kPairsLayout, [&](auto visit) { visit(Part{0, all.depth}); });
}
void pack_input_pairs(const DotWeights& all, PackedBytes& to) {
  put_part(all, {0, all.depth}, kPairsLayout, to);
}

}  // namespace nook
