// Kernels for int16 activations: when they apply, and how their weights are packed.
#include "nook/kernels/dot/pack/pack_s16.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/conv2d/conv2d_fits.h"
#include "nook/ops/conv2d/conv2d_op.h"
#include "nook/ops/prepare/layouts.h"

namespace nook {
namespace {

int64_t stream_s16(int32_t outputs, int32_t rows, int32_t inputs) {
  const int32_t depth = rows * inputs;
  return larger(pixels_bytes(outputs, depth, false), eight_bytes_s16_mve(outputs, depth));
}
inline constexpr Fits for_s16 = Fits().most_depth(INT32_MAX / 16).stream(stream_s16).compiled();
// Each group's packed weights are rounded up to whole fours of outputs.
int64_t stream_of_groups(int32_t outputs, int32_t rows, int32_t inputs) {
  return 4 + 4 * stream_s16(outputs, rows, inputs);
}
inline constexpr Fits groups_of_s16 =
    Fits().groups(Groups::kSeveral).outputs(0, INT32_MAX / 4).stream(stream_of_groups).compiled();
// Weights in the model's layout, for two outputs of a group at a time.
bool two_in_each_group(const Layer& l) { return l.outputs / (l.channels / l.group) >= 2; }
inline constexpr Fits model_weights_s16 = any_layer.more(two_in_each_group).compiled();

// Scratch: two windows in whole blocks, and one as it is.
template <class Params>
int32_t two_windows_s16(const Params& p) {
  return 4 * depth_s16(static_cast<int32_t>(inputs_of_window(p)));
}
template <class Params>
int32_t one_window_s16(const Params& p) {
  return 2 * static_cast<int32_t>(inputs_of_window(p));
}

template <bool sums_of_32>
struct FiltersS16 {
  using Params = nook_conv2d_s8;
  static WeightsS16 weights(const Params& p, const void* const* in) {
    const int32_t depth = static_cast<int32_t>(inputs_of_window(p));
    const auto* const w = static_cast<const int8_t*>(in[1]);
    return {p.out_c, depth, w, in[2], sums_of_32, p.multiplier, p.shift, 1};
  }
};
// The weights of grouped convolutions: the bytes of a group's packed weights, then the packed weights of each
// group.
template <class Source, const auto& layout>
struct GroupsS16 {
  using Params = nook_conv2d_s8;
  static int32_t groups(const Params& p) { return p.in_c / p.filter_c; }
  static WeightsS16 weights(const Params& p, const void* const* in, int32_t group) {
    WeightsS16 w = Source::weights(p, in);
    w.outputs /= groups(p);
    const int32_t first = group * w.outputs;
    const size_t bias = w.sums_of_32 ? 4 : 8;
    if (w.w) w.w += int64_t{first} * w.depth;
    if (w.bias) w.bias = static_cast<const uint8_t*>(w.bias) + bias * static_cast<size_t>(first);
    w.multiplier += first, w.shift += first;
    return w;
  }
  static int64_t packed(const Params& p) { return layout.bytes(weights(p, kNoConstants, 0)); }
  static int32_t bytes(const Params& p) { return static_cast<int32_t>(4 + groups(p) * packed(p)); }
  static bool takes(const Params& p, const void* const* in) {
    for (int32_t group = 0; group < groups(p); ++group)
      if (!layout.takes(weights(p, in, group))) return false;
    return true;
  }
  static void pack(const Params& p, const void* const* in, PackedBytes& to) {
    to.put32(packed(p));
    for (int32_t group = 0; group < groups(p); ++group) layout.pack(weights(p, in, group), to);
  }
};
inline constexpr auto eights_64 = packing_of<InLayout, FiltersS16<false>, kEightS16Mve>();
inline constexpr auto eights_32 = packing_of<InLayout, FiltersS16<true>, kEightS16Mve>();
inline constexpr auto pixels_64 = packing_of<InLayout, FiltersS16<false>, kPixelsS16>();
inline constexpr auto pixels_32 = packing_of<InLayout, FiltersS16<true>, kPixelsS16>();
inline constexpr auto eights_of_groups_64 = packing_of<GroupsS16, FiltersS16<false>, kEightS16Mve>();
inline constexpr auto eights_of_groups_32 = packing_of<GroupsS16, FiltersS16<true>, kEightS16Mve>();
inline constexpr auto pixels_of_groups_64 = packing_of<GroupsS16, FiltersS16<false>, kPixelsS16>();
inline constexpr auto pixels_of_groups_32 = packing_of<GroupsS16, FiltersS16<true>, kPixelsS16>();

constexpr RowInvoke kRowsS16[] = {linked_row<Conv2DS16, kRef, nook_conv2d_s16_ref_row>()};
constexpr RowInvoke kRowsS16Sum32[] = {linked_row<Conv2DS16Sum32, kRef, nook_conv2d_s16_sum32_ref_row>()};

}  // namespace

#define NOOK_TABLE Conv2DS16
#define NOOK_ROWS  "nook/kernels/window/s16.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
Span<const RowInvoke> Conv2DS16::row_kernels() { return kRowsS16; }
#define NOOK_TABLE Conv2DS16Sum32
#define NOOK_ROWS  "nook/kernels/window/s16_sum32.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
Span<const RowInvoke> Conv2DS16Sum32::row_kernels() { return kRowsS16Sum32; }

}  // namespace nook
