#pragma once
#include "nook/ops/conv2d/conv2d.h"
#include "nook/ops/shared/pack_dots.h"

// The weights of grouped convolutions as groups.h wants them: how many bytes the stream of a group has, then
// the streams, one for each group.
namespace nook {

// Kernel: bytes(p, outputs, depth) of a stream, takes(weights) and pack(p, weights, to) of pack_dots.h.
template <class Kernel>
struct GroupStreams {
  static int32_t groups(const nook_conv2d_s8& p) { return p.in_c / p.filter_c; }

  static int64_t stream(const nook_conv2d_s8& p) {
    return (Kernel::bytes(p, p.out_c / groups(p), p.filter_h * p.filter_w * p.filter_c) + 3) & ~int64_t{3};
  }
  static int32_t size(const nook_conv2d_s8& p) { return static_cast<int32_t>(4 + groups(p) * stream(p)); }

  // Of the whole layer's weights those of a group.
  static DotWeights of(const nook_conv2d_s8& p, DotWeights all, int32_t group) {
    all.outputs /= groups(p);
    const int32_t first = group * all.outputs;
    all.w += int64_t{first} * all.depth;
    if (all.bias) all.bias = static_cast<const uint8_t*>(all.bias) + size_t{4} * static_cast<size_t>(first);
    all.multiplier += first, all.shift += first;
    return all;
  }

  static bool takes_all(const nook_conv2d_s8& p, const DotWeights& all) {
    for (int32_t group = 0; group < groups(p); ++group)
      if (!Kernel::takes(of(p, all, group))) return false;
    return true;
  }
  static void pack_all(const nook_conv2d_s8& p, const DotWeights& all, PackedBytes& to) {
    to.put32(stream(p));
    for (int32_t group = 0; group < groups(p); ++group) {
      const uint8_t* const end = to.at() + stream(p);
      Kernel::pack(p, of(p, all, group), to);
      to.zero_until(end);
    }
  }
};

}  // namespace nook
