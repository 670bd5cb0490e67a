#include "nook/kernels/dot/pack/pack_neighbours.h"

#include "nook/kernels/dot/armv7em_fpu/dot_4x2_fpu.h"

namespace nook {
namespace {

constexpr int32_t kOutputsWords = 6;  // words in addition to the weights of two outputs
constexpr int32_t kBlock = NOOK_4X2_BLOCK / 2;

int32_t words(int32_t depth) { return (depth + 3) / 4 * 2; }

// Two outputs.
struct Pair {
  const DotWeights& all;
  int32_t first;
  OnceOutput once[2];

  Pair(const DotWeights& weights, int32_t next)
      : all(weights), first(next + 2 <= weights.outputs ? next : weights.outputs - 2) {
    for (int32_t k = 0; k < 2; ++k) find_relu_2x4(sum_of(all, first + k), all.range.zero, &once[k]);
  }
  const int8_t* weights(int32_t k) const { return all.w + int64_t{first + k} * all.depth; }
  // The low byte of two pixels' halfword is the input plus 128.
  void put_sums(int32_t k, PackedBytes& to) const {
    int64_t of_weights = 0;
    for (int32_t i = 0; i < all.depth; ++i) of_weights += weights(k)[i];
    to.put32(257 * once[k].bias - 128 * of_weights);
  }
  // The weights of four inputs from `begin` on, with zeros for inputs from `end` on.
  void put_four(int32_t begin, int32_t end, PackedBytes& to) const {
    for (int32_t n = 0; n < 4; ++n) {
      const int32_t i = begin + n / 2 + n % 2 * 2;
      for (int32_t k = 0; k < 2; ++k) to.put8(i < end ? weights(k)[i] : 0);
    }
  }
  void put_weights(PackedBytes& to) const {
    to.fill(0, static_cast<size_t>(4 * zeros_of_neighbours(all.depth)));
    const int32_t second = (all.depth - 1) % 4 + 1;
    put_four(0, second, to);
    for (int32_t begin = second; begin < all.depth; begin += 4) put_four(begin, all.depth, to);
  }
};

}  // namespace

int32_t zeros_of_neighbours(int32_t depth) { return (kBlock - words(depth) % kBlock) % kBlock; }

int64_t neighbours_bytes(int32_t outputs, int32_t depth) {
  return (int64_t{outputs} + 1) / 2 * 4 * (kOutputsWords + words(depth) + zeros_of_neighbours(depth));
}

void pack_neighbours(const DotWeights& all, PackedBytes& to) {
  for (int32_t next = 0; next < all.outputs; next += 2) {
    const Pair pair(all, next);
    pair.put_sums(0, to), pair.put_sums(1, to);
    pair.put_weights(to);
    for (const OnceOutput& once : pair.once) to.put32(once.multiplier), to.put32(once.plus);
  }
}

}  // namespace nook
