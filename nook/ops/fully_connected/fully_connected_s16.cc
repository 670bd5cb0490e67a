// Kernels for int16 activations: when they apply, and how their weights are packed.
#include "nook/kernels/dot/pack/pack_s16.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/fully_connected/fully_connected_fits.h"
#include "nook/ops/fully_connected/fully_connected_op.h"
#include "nook/ops/prepare/layouts.h"

namespace nook {
namespace {

int64_t stream_s16(int32_t outputs, int32_t, int32_t inputs) {
  return larger(segment_bytes(outputs, inputs, false), eight_bytes_s16_mve(outputs, inputs));
}
inline constexpr Fits for_s16 = Fits().stream(stream_s16).compiled();

template <bool sums_of_32>
struct MatrixS16 {
  using Params = nook_fully_connected_s8;
  static WeightsS16 weights(const Params& p, const void* const* in) {
    return {p.out,   p.in,        static_cast<const int8_t*>(in[1]), in[2], sums_of_32, p.multiplier,
            p.shift, p.scale_step};
  }
};
inline constexpr auto eights_64 = packing_of<InLayout, MatrixS16<false>, kEightS16Mve>();
inline constexpr auto eights_32 = packing_of<InLayout, MatrixS16<true>, kEightS16Mve>();
inline constexpr auto fours_64 = packing_of<InLayout, MatrixS16<false>, kSegmentsS16>();
inline constexpr auto fours_32 = packing_of<InLayout, MatrixS16<true>, kSegmentsS16>();
inline constexpr auto twos_64 = packing_of<InLayout, MatrixS16<false>, kPixelsS16>();
inline constexpr auto twos_32 = packing_of<InLayout, MatrixS16<true>, kPixelsS16>();

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
