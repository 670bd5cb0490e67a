#include "nook/ops/conv2d/conv2d_op.h"

#include "nook/kernels/dot/pack/pack_k27.h"
#include "nook/kernels/dot/pack/pack_k9.h"
#include "nook/kernels/dot/pack/pack_rvv.h"
#include "nook/kernels/dot/pack/pack_s4.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/conv2d/conv2d_fits.h"
#include "nook/ops/conv2d/hybrid_in_place.h"
#include "nook/ops/prepare/convolution.h"
#include "nook/ops/prepare/layouts.h"
#include "nook/ops/prepare/overlap.h"

namespace nook {
namespace {

struct Weights {
  using Params = nook_conv2d_s8;
  static DotWeights weights(const Params& p, const void* const* in) { return conv2d_weights(p, in); }
};

struct WeightsS4 {
  using Params = nook_conv2d_s4;
  static DotWeights weights(const Params& p, const void* const* in) {
    DotWeights w = conv2d_weights(p, in);
    w.nibbles = true;
    return w;
  }
};

struct WeightsF32 {
  using Params = nook_conv2d_f32;
  static FloatWeights weights(const Params& p, const void* const* in) {
    return {p.out_c, static_cast<int32_t>(inputs_of_window(p)), in[1], in[2]};
  }
};

// The weights of grouped convolutions: the bytes of a group's packed weights, then the packed weights of each
// group.
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

template <const WeightLayout& layout>
constexpr auto packed = packing_of<InLayout, Weights, layout>();
template <const WeightLayout& layout>
constexpr auto in_groups = packing_of<InGroups, Weights, layout>();

inline constexpr auto eight_outputs = packed<kEightDsp>;
inline constexpr auto k16 = packed<kK16Dsp>;
inline constexpr auto k16_relu = packed<kK16ReluDsp>;
inline constexpr auto w16 = packed<kW16Dsp>;
inline constexpr auto gather_tiles = packed<kGatherTilesDsp>;
inline constexpr auto k9_stream = packed<kK9>;
inline constexpr auto k27_stream = packed<kK27>;
inline constexpr auto k8_stream = packed<kProducts<kWordsOfK8>>;
inline constexpr auto k9_products = packed<kProducts<kWordsOfK9>>;
inline constexpr auto tiles_3x4 = packed<k3x4>;
inline constexpr auto winograd = packed<kWinograd>;
inline constexpr auto winograd_f23 = packed<kWinogradF23>;
inline constexpr auto tiles_2x4 = packed<k2x4>;
inline constexpr auto relu_2x4 = packed<kRelu2x4>;
inline constexpr auto neighbours = packed<kNeighbours>;
inline constexpr auto eight_outputs_mve = packed<kEightMve>;
inline constexpr auto columns_mve = packed<kColumnsMve>;
inline constexpr auto eight_vnni = packed<kEightVnni>;
inline constexpr auto eight_avx2 = packed<kEightAvx2>;
inline constexpr auto eight_dotprod = packed<kEightDotprod>;
inline constexpr auto eight_neon = packed<kEightNeon>;
inline constexpr auto two_outputs = packed<kTwo>;
inline constexpr auto four_thumb1 = packed<kFourThumb1>;
inline constexpr auto eight_rv32 = packed<kEightRv32>;
inline constexpr auto inputs_rvv = packed<kInputsRvv>;
inline constexpr auto in_lanes_rv32 = packed<kLanesRv32>;
inline constexpr auto in_lanes_c = packed<kLanesRef>;
inline constexpr auto in_lanes_thumb1 = packed<kLanesThumb1>;
inline constexpr auto in_lanes_thumb2 = packed<kLanesThumb2>;
inline constexpr auto groups_of_eight = in_groups<kEightDsp>;
inline constexpr auto groups_mve = in_groups<kEightMve>;
inline constexpr auto groups_of_two = in_groups<kTwo>;
inline constexpr auto eight_outputs_s4 = packing_of<InLayout, WeightsS4, kEightS4Mve>();
inline constexpr auto tiles_2x4_s4 = packing_of<InLayout, WeightsS4, k2x4S4>();
inline constexpr auto float_fours = packing_of<InLayout, WeightsF32, kFoursF32>();
inline constexpr auto inputs_f32 = packing_of<InLayout, WeightsF32, kInputsF32>();
inline constexpr auto float_sixteens = packing_of<InLayout, WeightsF32, kSixteensF32>();

// The bytes of an image and, unless pixels are read in place, of one group's window.
int32_t image_and_window(const nook_conv2d_hybrid& p) {
  const int64_t window = nook_conv2d_hybrid_in_place(&p) ? 0 : inputs_of_window(p);
  return static_cast<int32_t>(one_image(p) + window);
}

constexpr RowInvoke kRowsNarrow[] = {linked_row<Conv2DNarrow, kRef, nook_conv2d_narrow_ref_row>()};

// The part of Params that does not depend on the element type; checks every shape.
template <class Params>
Code prepare_geometry(const ConvolutionAttrs& attrs, const NodeView& node, PrepareContext& context,
                      Params* p) {
  NOOK_TRY(prepare_image(node, context, p));
  const Shape& w = node.inputs[1].shape;
  NOOK_CHECK(context, w.rank == 4, Reason::kRank, 1, 4, w.rank);
  NOOK_CHECK(context, w.elements() > 0, Reason::kElements, 1, 1, 0);
  p->out_c = w.dim[0], p->filter_h = w.dim[1], p->filter_w = w.dim[2], p->filter_c = w.dim[3];
  NOOK_CHECK(context, p->in_c % p->filter_c == 0, Reason::kChannels, 1, p->in_c, p->filter_c);
  const int32_t groups = p->in_c / p->filter_c;
  NOOK_CHECK(context, groups > 0 && p->out_c % groups == 0, Reason::kChannels, 1, groups, p->out_c);
  return prepare_convolution(attrs, node, context, p);
}

}  // namespace

#define NOOK_TABLE Conv2DS8
#define NOOK_ROWS  "nook/kernels/window/s8.inc"
#include "nook/ops/contract/kernel_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE Conv2DS4
#define NOOK_ROWS  "nook/kernels/window/s4.inc"
#include "nook/ops/contract/kernel_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE Conv2DF32
#define NOOK_ROWS  "nook/kernels/window/f32.inc"
#include "nook/ops/contract/kernel_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE Conv2DHybrid
#define NOOK_ROWS  "nook/ops/conv2d/hybrid.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

DotWeights conv2d_weights(const nook_conv2d_s8& p, const void* const* in) {
  DotWeights w = {};
  w.outputs = p.out_c, w.depth = static_cast<int32_t>(inputs_of_window(p));
  w.w = static_cast<const int8_t*>(in[1]), w.bias = in[2];
  w.in_zero = p.in_zero, w.multiplier = p.multiplier, w.shift = p.shift, w.scale_step = 1;
  w.range = {p.out_zero, p.act_min}, w.rows = {p.filter_h, p.filter_w * p.filter_c};
  w.tap = p.filter_c, w.part = part_2x4(p);
  return w;
}

NOOK_FORM_KERNEL(nook_conv2d_shifted_ref, disjoint, Conv2DShifted)
NOOK_FORM_KERNEL(nook_conv2d_narrow_ref, disjoint, Conv2DNarrow)
Span<const RowInvoke> Conv2DNarrow::row_kernels() { return kRowsNarrow; }

Result<Conv2D::Attrs> Conv2D::parse(const NodeView& node) {
  namespace field = fields::Conv2DOptions;
  Attrs attrs;
  NOOK_TRY(parse_convolution(node,
                             {field::padding, field::fused_activation_function, field::stride_h,
                              field::stride_w, field::dilation_h_factor, field::dilation_w_factor},
                             &attrs));
  attrs.bias_type = bias_type(node.options[field::quantized_bias_type]);
  return attrs;
}

Result<Conv2DS16Sum32::Params> Conv2DS16Sum32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  return prepare_convolution_s16<Params>(attrs, DType::kS32, node, context, prepare_geometry<Params>);
}

Result<Conv2DHybrid::Params> Conv2DHybrid::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  return prepare_convolution_hybrid<Params>(attrs, node, context, prepare_geometry<Params>);
}

#define NOOK_CONVOLUTION(type) Conv2D##type
#include "nook/ops/prepare/convolution_forms.inc"
#undef NOOK_CONVOLUTION

}  // namespace nook

NOOK_DEFINE_OP(Conv2D, conv2d)
