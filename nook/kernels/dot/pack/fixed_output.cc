#include "nook/kernels/dot/pack/fixed_output.h"

#include "nook/core/fixed_point.h"

namespace nook {
namespace {

constexpr int32_t kMostShift = 30;
constexpr int64_t kMostSum = int64_t{1} << 29;
// A constant q results from q * 2^20 * 2^30 / 2^32 * 4 * 2^12 / 2^32.
constexpr int32_t kConstantUnit = 1 << 20, kConstantMultiplier = 1 << 30, kConstantPower = 1 << 12;
constexpr int32_t kConstantShift = -18;  // the equivalent shift

}  // namespace

int32_t constant_output(const OutputSum& sum) {
  return nook_clamp(nook_rescale(static_cast<int32_t>(sum.bias), sum.multiplier, sum.shift), -256, 255);
}

bool takes_output(const OutputSum& sum) {
  if (sum.most_products == 0) return true;
  const int64_t bias = sum.bias < 0 ? -sum.bias : sum.bias;
  return sum.shift <= 0 && sum.shift >= -kMostShift && sum.most_products + bias < kMostSum;
}

OutputWords output_words(const OutputSum& sum) {
  if (sum.most_products == 0)
    return {int64_t{constant_output(sum)} * kConstantUnit, kConstantMultiplier, kConstantPower};
  return {2 * sum.bias, sum.multiplier, 1 << (kMostShift + sum.shift)};
}

bool takes_small_output(const OutputSum& sum) {
  return takes_output(sum) && (sum.shift <= -2 || sum.most_products == 0);
}

int32_t small_power(const OutputSum& sum) { return 1 << (kMostShift + 2 + sum.shift); }

OutputWords small_output_words(const OutputSum& sum) {
  if (sum.most_products == 0)
    return {int64_t{constant_output(sum)} * kConstantUnit, kConstantMultiplier, 4 * kConstantPower};
  return {2 * sum.bias, sum.multiplier, small_power(sum)};
}

bool takes_shifted_output(const OutputSum& sum) {
  return takes_output(sum) && (sum.shift < 0 || sum.most_products == 0);
}

OutputWords shifted_output_words(const OutputSum& sum) {
  if (sum.most_products == 0)
    return {int64_t{constant_output(sum)} * kConstantUnit, kConstantMultiplier, -kConstantShift - 1};
  return {2 * sum.bias, sum.multiplier, -sum.shift - 1};
}

bool takes_wrapped_output(const OutputSum& sum) { return sum.shift < 0 || sum.most_products == 0; }

OutputWords wrapped_output_words(const OutputSum& sum) {
  if (sum.most_products == 0)
    return {int64_t{constant_output(sum)} * kConstantUnit / 2, int64_t{2} * kConstantMultiplier,
            -kConstantShift - 1};
  return {sum.bias, int64_t{2} * sum.multiplier, -sum.shift - 1};
}

}  // namespace nook
