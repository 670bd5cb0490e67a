// Kernels of int16 activations: when they apply, and how they pack their weights.
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/shared/pack_s16.h"

namespace nook {
namespace {

// Streams of weights whose size an int32 holds.
template <class Params>
bool counted(const Params& p) {
  return segment_bytes(p.out, p.in, false) <= INT32_MAX && eight_bytes_s16_mve(p.out, p.in) <= INT32_MAX;
}
// Not in an interpreter.
bool compiled(const nook_fully_connected_s8&) { return true; }

template <bool sums_of_32>
WeightsS16 weights_of(const nook_fully_connected_s8& p, const void* const* in) {
  return {p.out,   p.in,        static_cast<const int8_t*>(in[1]), in[2], sums_of_32, p.multiplier,
          p.shift, p.scale_step};
}

template <bool sums_of_32>
struct Fours {
  static int32_t bytes(const nook_fully_connected_s8& p) {
    return static_cast<int32_t>(segment_bytes(p.out, p.in, sums_of_32));
  }
  static bool takes(const nook_fully_connected_s8& p, const void* const* in) {
    return takes_segments(weights_of<sums_of_32>(p, in));
  }
  static void pack(const nook_fully_connected_s8& p, const void* const* in, PackedBytes& to) {
    pack_segments(weights_of<sums_of_32>(p, in), to);
  }
};
template <bool sums_of_32>
struct Twos {
  static int32_t bytes(const nook_fully_connected_s8& p) {
    return static_cast<int32_t>(pixels_bytes(p.out, p.in, sums_of_32));
  }
  static bool takes(const nook_fully_connected_s8& p, const void* const* in) {
    return takes_pixels(weights_of<sums_of_32>(p, in));
  }
  static void pack(const nook_fully_connected_s8& p, const void* const* in, PackedBytes& to) {
    pack_pixels(weights_of<sums_of_32>(p, in), to);
  }
};
template <bool sums_of_32>
struct Eights : Twos<sums_of_32> {
  static int32_t bytes(const nook_fully_connected_s8& p) {
    return static_cast<int32_t>(eight_bytes_s16_mve(p.out, p.in));
  }
  static void pack(const nook_fully_connected_s8& p, const void* const* in, PackedBytes& to) {
    pack_eight_s16_mve(weights_of<sums_of_32>(p, in), to);
  }
};
template <class Params, class Stream>
inline constexpr Packing<Params> stream{Stream::bytes, Stream::pack, Stream::takes, compiled};
template <class Params>
inline constexpr Packing<Params> eights_64 = stream<Params, Eights<false>>;
template <class Params>
inline constexpr Packing<Params> eights_32 = stream<Params, Eights<true>>;
template <class Params>
inline constexpr Packing<Params> fours_64 = stream<Params, Fours<false>>;
template <class Params>
inline constexpr Packing<Params> fours_32 = stream<Params, Fours<true>>;
template <class Params>
inline constexpr Packing<Params> twos_64 = stream<Params, Twos<false>>;
template <class Params>
inline constexpr Packing<Params> twos_32 = stream<Params, Twos<true>>;

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(FullyConnectedS16, __VA_ARGS__)
constexpr Kernel kS16[] = {
#include "nook/ops/fully_connected/s16.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(FullyConnectedS16Sum32, __VA_ARGS__)
constexpr Kernel kS16Sum32[] = {
#include "nook/ops/fully_connected/s16_sum32.inc"
};
#undef NOOK_KERNEL
constexpr auto kUnpacked = unpacked(kS16);
constexpr auto kUnpackedSum32 = unpacked(kS16Sum32);

}  // namespace

Span<const Kernel> FullyConnectedS16::kernels() { return kS16; }
Span<const Kernel> FullyConnectedS16::unpacked_kernels() { return {kUnpacked.rows, kUnpacked.count}; }
Span<const Kernel> FullyConnectedS16::fast_kernels() { return unpacked_kernels(); }
Span<const Kernel> FullyConnectedS16Sum32::kernels() { return kS16Sum32; }
Span<const Kernel> FullyConnectedS16Sum32::unpacked_kernels() {
  return {kUnpackedSum32.rows, kUnpackedSum32.count};
}
Span<const Kernel> FullyConnectedS16Sum32::fast_kernels() { return unpacked_kernels(); }

}  // namespace nook
