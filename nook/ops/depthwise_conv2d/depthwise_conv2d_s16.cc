// Kernels for int16 activations: when they apply, and how their weights are packed.
#include "nook/kernels/dot/pack/pack_s16.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_fits.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"
#include "nook/ops/prepare/layouts.h"

namespace nook {
namespace {

int64_t taps_of(const nook_depthwise_conv2d_s8& p) { return int64_t{p.filter_h} * p.filter_w; }

template <int64_t (*bytes)(int32_t channels, int32_t taps)>
int64_t taps_stream(int32_t outputs, int32_t rows, int32_t columns) {
  return bytes(outputs, rows * columns);
}
inline constexpr Fits channels_s16 =
    own_channels.filter_rows(0, NOOK_DEPTHWISE_CONV2D_ROWS_S16).most_taps(INT32_MAX / 8).compiled();
// Several outputs for each channel.
inline constexpr Fits several_s16 = channels_s16.multiplier(INT32_MAX);
// Weights in the model's layout.
inline constexpr Fits model_weights_s16 =
    own_channels.outputs(4).most_taps(NOOK_DEPTHWISE_CONV2D_TAPS_S16).compiled();

struct FiltersOfChannels {
  using Params = nook_depthwise_conv2d_s8;
  static WeightsS16 weights(const Params& p, const void* const* in) {
    const auto* const w = static_cast<const int8_t*>(in[1]);
    return {p.out_c, static_cast<int32_t>(taps_of(p)), w, in[2], false, p.multiplier, p.shift, 1, p.out_c};
  }
};
inline constexpr auto eights_64 = packing_of<InLayout, FiltersOfChannels, kChannelsS16Mve>();
inline constexpr auto channels_64 = packing_of<InLayout, FiltersOfChannels, kChannelsS16>();

constexpr RowInvoke kRowsS16[] = {linked_row<DepthwiseConv2DS16, kRef, nook_depthwise_conv2d_s16_ref_row>()};

}  // namespace

#define NOOK_TABLE DepthwiseConv2DS16
#define NOOK_ROWS  "nook/ops/depthwise_conv2d/s16.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
Span<const RowInvoke> DepthwiseConv2DS16::row_kernels() { return kRowsS16; }

}  // namespace nook
