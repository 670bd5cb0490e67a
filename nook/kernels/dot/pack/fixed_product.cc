#include "nook/kernels/dot/pack/fixed_product.h"

#include "nook/core/fixed_point.h"

namespace nook {
namespace {

constexpr int32_t kMostSteps = 255;
constexpr int32_t kMostShift = 22;      // so that all numbers below fit 63 bits
constexpr int32_t kReach = 128;         // multipliers that are tried on both sides of the nearest
constexpr int32_t kReachBits = 27;      // larger multipliers are tried in steps of `nearest >> kReachBits`
constexpr int32_t kConstantShift = 30;  // the shift for an output that does not depend on the input

int64_t up(int64_t a, int64_t b) { return a / b + (a % b > 0); }

// The sums of products at which each step above the zero point begins, as far as such sums exist.
struct Steps {
  int32_t count, most;  // number of steps that occur, and that are visible
  int64_t first[kMostSteps];
};

// TensorFlow Lite's two roundings of a positive sum equal one (fixed_once.h).
Steps find_steps(const OutputSum& sum, int32_t zero) {
  const int64_t unit = int64_t{1} << (31 - sum.shift);
  const int64_t half = unit / 2 + (NOOK_SINGLE_ROUNDING ? 0 : int64_t{1} << 30);
  Steps steps;
  steps.count = 0, steps.most = 127 - zero;
  for (; steps.count < steps.most; ++steps.count) {
    const int64_t first = up((steps.count + 1) * unit - half, sum.multiplier) - sum.bias;
    if (first > sum.most_products) break;
    steps.first[steps.count] = first;
  }
  return steps;
}

// The range of values that may be added to the scaled sums: at least `low`, at most `high`.
struct Room {
  int64_t low, high;
};

Room find_room(const OutputSum& sum, const Steps& steps, int32_t zero, int32_t bits,
               const ProductOutput& with) {
  const int64_t unit = int64_t{1} << with.scale, most = sum.most_products;
  const int64_t widest = INT32_MAX - most * unit;  // so that everything fits an int32
  Room room = {-widest, widest};
  for (int32_t k = 0; k < steps.most && k <= steps.count && room.low <= room.high; ++k) {
    const int64_t needed = up((int64_t{zero} + k + 1) * (int64_t{1} << (32 + bits)), with.multiplier);
    const int64_t first = k < steps.count ? steps.first[k] : most + 1;
    const int64_t low = needed - (first > -most ? first : -most) * unit;
    const int64_t high = needed - 1 - (first - 1) * unit;
    if (first <= most && low > room.low) room.low = low;
    if (first > -most && high < room.high) room.high = high;
  }
  return room;
}

// The factor as a multiplier for sums with that scale, rounded; 0: no multiplier has 31 bits.
int32_t nearest_multiplier(const OutputSum& sum, int32_t bits, int32_t scale) {
  const int32_t down = scale - (bits + 1 + sum.shift);
  if (down < 0 || down > 30) return 0;
  return down == 0 ? sum.multiplier : (sum.multiplier >> down) + ((sum.multiplier >> (down - 1)) & 1);
}

}  // namespace

bool find_product(const OutputSum& sum, int32_t zero, int32_t bits, int32_t most_scale, ProductOutput* to) {
  if (sum.most_products == 0) {
    const int64_t constant = nook_clamp(zero + constant_output(sum), -128, 127);
    const int64_t twice_middle = 2 * constant + 1, half = int64_t{1} << (31 + bits - kConstantShift);
    *to = {twice_middle * half, 0, int32_t{1} << kConstantShift};
    return true;
  }
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  if (sum.shift >= 0 || sum.shift < -kMostShift || bias + sum.most_products > INT32_MAX) return false;
  const Steps steps = find_steps(sum, zero);
  for (int32_t scale = most_scale; scale >= 0; --scale) {
    const int32_t nearest = nearest_multiplier(sum, bits, scale);
    if (nearest == 0 || sum.most_products >= int64_t{1} << (31 - scale)) continue;
    const int64_t step = nearest >> kReachBits ? nearest >> kReachBits : 1;
    for (int64_t offset = 0; offset <= kReach * step; offset = offset > 0 ? -offset : step - offset) {
      const int64_t multiplier = nearest + offset;
      if (multiplier <= 0 || multiplier > INT32_MAX) continue;
      *to = {0, scale, static_cast<int32_t>(multiplier)};
      const Room room = find_room(sum, steps, zero, bits, *to);
      to->start = room.low + (room.high - room.low) / 2;
      if (room.low <= room.high) return true;
    }
  }
  return false;
}

}  // namespace nook
