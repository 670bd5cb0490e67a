#pragma once
#include "nook/kernels/dot/pack/pack_dots.h"
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/prepare/layouts.h"

// The weights of grouped convolutions for groups.h: the bytes of a group's packed weights, then the packed
// weights of each group.
namespace nook {

template <class Source, const auto& layout>
struct InGroups {
  static int32_t groups(const nook_conv2d_s8& p) { return p.in_c / p.filter_c; }

  // Bytes for one group.
  static int64_t packed(const nook_conv2d_s8& p) {
    DotWeights group = Source::weights(p, kNoConstants);
    group.outputs /= groups(p);
    return (layout.bytes(group) + 3) & ~int64_t{3};
  }
  static DotWeights weights(const nook_conv2d_s8& p, const void* const* in, int32_t group) {
    DotWeights w = Source::weights(p, in);
    w.outputs /= groups(p);
    const int32_t first = group * w.outputs;
    w.w += int64_t{first} * w.depth;
    if (w.bias) w.bias = static_cast<const uint8_t*>(w.bias) + size_t{4} * static_cast<size_t>(first);
    w.multiplier += first, w.shift += first;
    return w;
  }

  static int32_t bytes(const nook_conv2d_s8& p) { return static_cast<int32_t>(4 + groups(p) * packed(p)); }
  static bool takes(const nook_conv2d_s8& p, const void* const* in) {
    for (int32_t group = 0; group < groups(p); ++group)
      if (!layout.takes(weights(p, in, group))) return false;
    return true;
  }
  static void pack(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
    to.put32(packed(p));
    for (int32_t group = 0; group < groups(p); ++group) {
      const uint8_t* const end = to.at() + packed(p);
      layout.pack(weights(p, in, group), to);
      to.zero_until(end);
    }
  }
};

}  // namespace nook
