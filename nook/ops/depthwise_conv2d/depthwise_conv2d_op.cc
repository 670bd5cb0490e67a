#include "nook/ops/depthwise_conv2d/depthwise_conv2d_op.h"

#include "nook/kernels/depthwise/armv7em/strip_dsp.h"
#include "nook/kernels/depthwise/armv7em_fpu/strip_fpu.h"
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_fits.h"
#include "nook/ops/depthwise_conv2d/depthwise_conv2d_pack.h"
#include "nook/ops/prepare/convolution.h"
#include "nook/ops/prepare/layouts.h"
#include "nook/ops/prepare/overlap.h"

namespace nook {
namespace {

inline constexpr Fits four_channels = own_channels.outputs(4).filter_rows(0, NOOK_DEPTHWISE_FOUR_ROWS);

struct WeightsF32 {
  using Params = nook_depthwise_conv2d_f32;
  static FloatWeights weights(const Params& p, const void* const* in) {
    return {p.out_c, p.filter_h * p.filter_w, in[1], in[2]};
  }
};
inline constexpr auto float_fours = packing_of<InLayout, WeightsF32, kTapsF32<4>>();
inline constexpr auto float_twos = packing_of<InLayout, WeightsF32, kTapsF32<2>>();

constexpr RowInvoke kRowsNarrow[] = {
    linked_row<DepthwiseConv2DNarrow, kRef, nook_depthwise_conv2d_narrow_ref_row>()};

// The part of Params that does not depend on the element type; checks every shape.
template <class Params>
Code prepare_geometry(const ConvolutionAttrs& attrs, const NodeView& node, PrepareContext& context,
                      Params* p) {
  NOOK_TRY(prepare_image(node, context, p));
  const Shape& w = node.inputs[1].shape;
  NOOK_CHECK(context, w.rank == 4, Reason::kRank, 1, 4, w.rank);
  NOOK_CHECK(context, w.elements() > 0, Reason::kElements, 1, 1, 0);
  NOOK_CHECK(context, w.dim[0] == 1, Reason::kFilter, 1, 1, w.dim[0]);
  p->filter_h = w.dim[1], p->filter_w = w.dim[2], p->out_c = w.dim[3];
  // The model states the multiplier, too; the shapes decide, as in TensorFlow Lite Micro.
  NOOK_CHECK(context, p->in_c > 0 && p->out_c % p->in_c == 0, Reason::kDepthMultiplier, 1, p->in_c, p->out_c);
  p->depth_multiplier = p->out_c / p->in_c;
  return prepare_convolution(attrs, node, context, p);
}

}  // namespace

#define NOOK_TABLE DepthwiseConv2DS8
#define NOOK_ROWS  "nook/ops/depthwise_conv2d/s8.inc"
#include "nook/ops/contract/kernel_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE DepthwiseConv2DS4
#define NOOK_ROWS  "nook/ops/depthwise_conv2d/s4.inc"
#include "nook/ops/contract/kernel_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE DepthwiseConv2DF32
#define NOOK_ROWS  "nook/ops/depthwise_conv2d/f32.inc"
#include "nook/ops/contract/kernel_tables.inc"
#include "nook/ops/contract/row_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE DepthwiseConv2DHybrid
#define NOOK_ROWS  "nook/ops/depthwise_conv2d/hybrid.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

NOOK_FORM_KERNEL(nook_depthwise_conv2d_shifted_ref, disjoint, DepthwiseConv2DShifted)
NOOK_FORM_KERNEL(nook_depthwise_conv2d_narrow_ref, disjoint, DepthwiseConv2DNarrow)
Span<const RowInvoke> DepthwiseConv2DNarrow::row_kernels() { return kRowsNarrow; }

Result<DepthwiseConv2D::Attrs> DepthwiseConv2D::parse(const NodeView& node) {
  namespace field = fields::DepthwiseConv2DOptions;
  Attrs attrs;
  NOOK_TRY(parse_convolution(node,
                             {field::padding, field::fused_activation_function, field::stride_h,
                              field::stride_w, field::dilation_h_factor, field::dilation_w_factor},
                             &attrs));
  return attrs;
}

Result<DepthwiseConv2DHybrid::Params> DepthwiseConv2DHybrid::prepare(const Op::Attrs& attrs,
                                                                     const NodeView& node,
                                                                     PrepareContext& context) {
  const auto prepared = prepare_convolution_hybrid<Params>(attrs, node, context, prepare_geometry<Params>);
  NOOK_REQUIRE(prepared, prepared.code());
  Params p = *prepared;
  p.asymmetric = 1;  // whatever the scales are
  return p;
}

#define NOOK_CONVOLUTION(type) DepthwiseConv2D##type
#include "nook/ops/prepare/convolution_forms.inc"
#undef NOOK_CONVOLUTION

}  // namespace nook

NOOK_DEFINE_OP(DepthwiseConv2D, depthwise_conv2d)
