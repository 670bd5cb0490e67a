// Kernels for int16 activations: when they apply, and how their weights are packed.
#include "nook/kernels/dot/pack/pack_s16.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/fully_connected/fully_connected_fits.h"
#include "nook/ops/fully_connected/fully_connected_op.h"

namespace nook {
namespace {

int64_t stream_s16(int32_t outputs, int32_t, int32_t inputs) {
  return larger(segment_bytes(outputs, inputs, false), eight_bytes_s16_mve(outputs, inputs));
}
inline constexpr Fits for_s16 = Fits().stream(stream_s16);
// Not worth its code in an interpreter.
bool compiled(const nook_fully_connected_s8&) { return true; }

template <bool sums_of_32>
WeightsS16 weights_of(const nook_fully_connected_s8& p, const void* const* in) {
  return {p.out,   p.in,        static_cast<const int8_t*>(in[1]), in[2], sums_of_32, p.multiplier,
          p.shift, p.scale_step};
}

// A Packing by functions of pack_s16.h.
template <bool sums_of_32, auto size, auto fit, auto put>
struct StreamS16 {
  using Params = nook_fully_connected_s8;
  static int32_t bytes(const Params& p) { return static_cast<int32_t>(size(p.out, p.in, sums_of_32)); }
  static bool takes(const Params& p, const void* const* in) { return fit(weights_of<sums_of_32>(p, in)); }
  static void pack(const Params& p, const void* const* in, PackedBytes& to) {
    put(weights_of<sums_of_32>(p, in), to);
  }
};
template <bool sums_of_32>
using Fours = StreamS16<sums_of_32, segment_bytes, takes_segments, pack_segments>;
template <bool sums_of_32>
using Twos = StreamS16<sums_of_32, pixels_bytes, takes_pixels, pack_pixels>;
constexpr int64_t eights_bytes(int32_t outputs, int32_t depth, bool) {
  return eight_bytes_s16_mve(outputs, depth);
}
template <bool sums_of_32>
using Eights = StreamS16<sums_of_32, eights_bytes, takes_pixels, pack_eight_s16_mve>;
inline constexpr auto eights_64 = packing_of<Eights<false>>(compiled);
inline constexpr auto eights_32 = packing_of<Eights<true>>(compiled);
inline constexpr auto fours_64 = packing_of<Fours<false>>(compiled);
inline constexpr auto fours_32 = packing_of<Fours<true>>(compiled);
inline constexpr auto twos_64 = packing_of<Twos<false>>(compiled);
inline constexpr auto twos_32 = packing_of<Twos<true>>(compiled);

}  // namespace

#define NOOK_TABLE FullyConnectedS16
#define NOOK_ROWS  "nook/ops/fully_connected/s16.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE FullyConnectedS16Sum32
#define NOOK_ROWS  "nook/ops/fully_connected/s16_sum32.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

}  // namespace nook
