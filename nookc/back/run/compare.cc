#include "nookc/back/run/compare.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "nookc/core/dtype.h"
#include "nookc/core/invariant.h"

namespace nookc {
namespace {

template <class T>
T load(std::span<const std::byte> bytes, size_t i) {
  T value;
  std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
  return value;
}

// Computes the absolute difference, and returns whether it is within the tolerance. `largest`: the largest
// magnitude in the tensor.
template <class T>
bool close(T have, T want, double largest, double& difference) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(have) || std::isnan(want) || std::isinf(have) || std::isinf(want)) {
      const bool same = (std::isnan(have) && std::isnan(want)) || have == want;
      difference = same ? 0 : std::numeric_limits<double>::infinity();
      return same;
    }
    difference = std::fabs(static_cast<double>(have) - static_cast<double>(want));
    return difference <= kRelative * std::fabs(static_cast<double>(want)) + kOfLargest * largest;
  } else {
    difference = std::fabs(static_cast<double>(have) - static_cast<double>(want));
    return have == want;
  }
}

}  // namespace

Comparison compare(nook::DType type, std::span<const std::byte> have, std::span<const std::byte> want) {
  invariant(have.size() >= want.size(), "a run gives at least the bytes to compare");
  return with_c_type(type, [&](auto kind) {
    using T = decltype(kind);
    Comparison result;
    result.elements = static_cast<int64_t>(want.size() / sizeof(T));
    double largest = 0;
    for (size_t i = 0; i < want.size() / sizeof(T); ++i) {
      const double magnitude = std::fabs(static_cast<double>(load<T>(want, i)));
      if (std::isfinite(magnitude)) largest = std::max(largest, magnitude);
    }
    for (size_t i = 0; i < want.size() / sizeof(T); ++i) {
      double difference = 0;
      const bool fine = close(load<T>(have, i), load<T>(want, i), largest, difference);
      result.max_difference = std::max(result.max_difference, difference);
      if (fine) continue;
      if (result.differing++ == 0) result.first = static_cast<int64_t>(i);
    }
    return result;
  });
}

uint64_t fnv1a64(std::span<const std::byte> bytes) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (std::byte b : bytes) hash = (hash ^ static_cast<uint8_t>(b)) * 0x100000001b3u;
  return hash;
}

}  // namespace nookc
