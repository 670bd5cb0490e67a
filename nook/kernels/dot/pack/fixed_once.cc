#include "nook/kernels/dot/pack/fixed_once.h"

#include "nook/core/fixed_point.h"

namespace nook {

bool takes_once(const OutputSum& sum, int32_t bits, int32_t most_scale) {
  if (NOOK_SINGLE_ROUNDING) return false;  // `plus` contains half of the first rounding
  if (sum.most_products == 0) return true;
  const int32_t scale = bits + 1 + sum.shift;
  if (sum.shift > 0 || scale < 2 || scale > most_scale || sum.multiplier < 1 << 30) return false;
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  return sum.most_products + bias < (int64_t{1} << (31 - scale));
}

OnceOutput once_output(const OutputSum& sum, int32_t zero, int32_t bits) {
  const int32_t half = 1 << (bits - 1);
  if (sum.most_products == 0) return {0, 0, 2, 0, (zero + constant_output(sum)) * (1 << bits) + half};
  const int32_t scale = bits + 1 + sum.shift;
  return {sum.bias, 0, scale, sum.multiplier, zero * (1 << bits) + half + (1 << (scale - 2))};
}

namespace {

bool reaches(const OutputSum& sum, int64_t of, int32_t step) {
  return nook_rescale(static_cast<int32_t>(of), sum.multiplier, sum.shift) >= step;
}

// The least sum, at or above `least`, whose output is `step` above the zero point; `most` + 1: there is none.
// The search starts around `guess`.
int64_t first_at(const OutputSum& sum, int32_t step, int64_t guess, int64_t least, int64_t most) {
  int64_t end = most + 1;
  if (guess - 2 > least && guess - 2 < end && !reaches(sum, guess - 2, step)) least = guess - 1;
  if (guess + 2 >= least && guess + 2 < end && reaches(sum, guess + 2, step)) end = guess + 2;
  while (least < end) {
    const int64_t middle = least + (end - least) / 2;
    if (reaches(sum, middle, step))
      end = middle;
    else
      least = middle + 1;
  }
  return least;
}

// The range of values that can be added to the sums without changing the sum at which each step begins: at
// least `low`, at most `high`.
struct Room {
  int64_t low, high;
};

// The room if `plus` is added to the zero point.
Room find_room(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, int64_t multiplier,
               int64_t plus) {
  const int64_t unit = int64_t{1} << scale;
  const int64_t least = sum.bias - sum.most_products, most = sum.bias + sum.most_products;
  Room room = {-4 * unit, 4 * unit};
  for (int32_t step = 1; step <= 127 - zero; ++step) {
    const int64_t product = ((int64_t{step} << bits) - plus) << 32;
    const int64_t needed = (product + multiplier - 1) / multiplier;  // smallest scaled sum
    const int64_t first = first_at(sum, step, needed / unit, least, most);
    if (first <= most && needed - first * unit > room.low) room.low = needed - first * unit;
    if (first > least && needed - (first - 1) * unit - 1 < room.high)
      room.high = needed - (first - 1) * unit - 1;
    if (first > most) break;
  }
  return room;
}

}  // namespace

bool takes_once_at(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, int32_t above,
                   OnceOutput* to) {
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  const int32_t own = bits + 1 + sum.shift, down = scale - own;  // its own scale loses no bits
  if (NOOK_SINGLE_ROUNDING || sum.shift < -31 || down < above || down > 30) return false;
  if (sum.most_products + bias + 4 >= int64_t{1} << (31 - scale)) return false;
  const int32_t plus = (1 << (bits - 1)) + (own >= 2 ? 1 << (own - 2) : 0);
  const int32_t multiplier = (sum.multiplier >> down) + above;
  if (multiplier == 0) return false;
  const Room room = find_room(sum, zero, bits, scale, multiplier, plus);
  if (room.low > 0 || room.high < 0) return false;
  *to = {sum.bias, 0, scale, multiplier, zero * (1 << bits) + plus};
  return true;
}

bool find_once_at(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, OnceOutput* to) {
  return takes_once_at(sum, zero, bits, scale, 0, to) || takes_once_at(sum, zero, bits, scale, 1, to);
}

namespace {

// The scale's multiplier, rounded; 0: there is none.
int32_t nearest_multiplier(const OutputSum& sum, int32_t bits, int32_t scale) {
  const int32_t down = scale - (bits + 1 + sum.shift);
  if (down < 1 || down > 30) return 0;
  return (sum.multiplier >> down) + ((sum.multiplier >> (down - 1)) & 1);
}

bool find_more(const OutputSum& sum, int32_t zero, int32_t bits, const OnceOutput& with, OnceOutput* to) {
  if (with.multiplier <= 0) return false;
  const Room room = find_room(sum, zero, bits, with.scale, with.multiplier, with.plus);
  if (room.low > room.high) return false;
  *to = with;
  to->bias = sum.bias, to->more = static_cast<int32_t>(room.low + (room.high - room.low) / 2);
  to->plus += zero * (1 << bits);
  return true;
}

// Tries the multipliers up to `reach` from the nearest.
bool find_near(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, int32_t plus, int32_t reach,
               OnceOutput* to) {
  const int32_t nearest = nearest_multiplier(sum, bits, scale);
  for (int32_t offset = -reach; nearest && offset <= reach; ++offset)
    if (find_more(sum, zero, bits, {0, 0, scale, nearest + offset, plus}, to)) return true;
  return false;
}

}  // namespace

bool find_once_scaled(const OutputSum& sum, int32_t zero, int32_t bits, int32_t scale, OnceOutput* to,
                      int32_t reach) {
  if (NOOK_SINGLE_ROUNDING) return false;
  if (sum.most_products == 0 || (sum.shift < 0 && bits + 1 + sum.shift == scale)) {
    const bool takes = takes_once(sum, bits, scale);
    if (takes) *to = once_output(sum, zero, bits);
    return takes;
  }
  if (sum.shift < -31) return false;
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  if (sum.most_products + bias + 4 >= int64_t{1} << (31 - scale)) return false;
  const int32_t half = 1 << (bits - 1);
  for (int32_t plus = 0; plus <= reach; plus = plus > 0 ? -plus : 1 - plus)
    if (find_near(sum, zero, bits, scale, half + plus, reach, to)) return true;
  return false;
}

bool find_once(const OutputSum& sum, int32_t zero, int32_t bits, int32_t most_scale, OnceOutput* to,
               int32_t reach) {
  if (takes_once(sum, bits, most_scale)) {
    *to = once_output(sum, zero, bits);
    return true;
  }
  if (NOOK_SINGLE_ROUNDING || sum.shift < -31) return false;
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  const int32_t half = 1 << (bits - 1);
  // Tries several numbers around half a unit. `more` adjusts by parts of a step of the scaled sum.
  for (int32_t plus = 0; plus <= reach; plus = plus > 0 ? -plus : 1 - plus)
    for (int32_t scale = 2; scale <= most_scale; ++scale) {
      if (sum.most_products + bias + 4 >= int64_t{1} << (31 - scale)) break;
      if (find_near(sum, zero, bits, scale, half + plus, reach, to)) return true;
    }
  return false;
}

}  // namespace nook
