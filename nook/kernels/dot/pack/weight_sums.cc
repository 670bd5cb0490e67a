#include "nook/kernels/dot/pack/weight_sums.h"

// Every weight passes through here twice when an interpreter with a packer is constructed, so a weight takes
// only a few instructions.
namespace nook {
namespace {

struct Words {
  int32_t sum, below;  // sum of all weights, and of the negative ones
};

// A separate function, so that everything is in registers.
[[gnu::noinline]] Words sum(const int8_t* w, int32_t count, size_t step) {
  Words words{0, 0};
  for (size_t at = 0; count > 0; --count, at += step) {
    const int32_t weight = w[at];
    words.sum += weight, words.below += weight & weight >> 31;
  }
  return words;
}

}  // namespace

WeightSums weight_sums(const int8_t* w, int32_t count, size_t step) {
  constexpr int32_t kMost = 1 << 22;  // the most weights whose sum fits a word
  WeightSums all{0, 0};
  while (count > 0) {
    const int32_t some = count < kMost ? count : kMost;
    const Words words = sum(w, some, step);
    all.sum += words.sum, all.magnitude += words.sum - 2 * words.below;
    count -= some;
    if (count > 0) w += static_cast<size_t>(some) * step;
  }
  return all;
}

}  // namespace nook
