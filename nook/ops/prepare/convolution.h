#pragma once
#include "nook/core/quantize.h"
#include "nook/ops/prepare/channels.h"
#include "nook/ops/prepare/hybrid.h"
#include "nook/ops/prepare/narrow.h"
#include "nook/ops/prepare/sliding.h"
#include "nook/ops/prepare/weighted.h"

// Shared by CONV_2D and DEPTHWISE_CONV_2D: everything except the layout of the weights and the kernels.
namespace nook {

struct ConvolutionAttrs {
  Padding padding;
  int32_t stride_h = 1, stride_w = 1, dilation_h = 1, dilation_w = 1;
  Activation activation = Activation::kNone;
  DType bias_type = DType::kS64;  // the type of the sums of int16 activations without a bias
  bool narrow = false;            // float activations stay floats, whatever the type of the weights
};

// The fields of the options in a model, which both operators have in different places.
struct ConvolutionOptions {
  Field<uint8_t> padding, activation;
  Field<int32_t> stride_h, stride_w, dilation_h, dilation_w;
};
inline Code parse_convolution(const NodeView& node, const ConvolutionOptions& field,
                              ConvolutionAttrs* attrs) {
  const uint8_t padding = node.options[field.padding], activation = node.options[field.activation];
  NOOK_REQUIRE(padding <= 1, Code::kBadModel);
  attrs->padding.mode = static_cast<PadMode>(padding);
  attrs->activation = static_cast<Activation>(activation);
  attrs->stride_h = node.options[field.stride_h], attrs->stride_w = node.options[field.stride_w];
  attrs->dilation_h = node.options[field.dilation_h], attrs->dilation_w = node.options[field.dilation_w];
  return Code::kOk;
}

// Fields of both Params: up to the filter's width, and from the strides to the padding. The fields in between
// belong to only one of them.
template <class F, class Params>
void image_fields(F& f, const Params& p) {
  f.value("batch", p.batch), f.value("in_h", p.in_h), f.value("in_w", p.in_w), f.value("in_c", p.in_c);
  f.value("out_h", p.out_h), f.value("out_w", p.out_w), f.value("out_c", p.out_c);
  f.value("filter_h", p.filter_h), f.value("filter_w", p.filter_w);
}
template <class F, class Params>
void window_fields(F& f, const Params& p) {
  f.value("stride_h", p.stride_h), f.value("stride_w", p.stride_w);
  f.value("dilation_h", p.dilation_h), f.value("dilation_w", p.dilation_w);
  f.value("pad_top", p.pad_top), f.value("pad_left", p.pad_left);
}

// The forms with scales, one in total or one per output channel, and symmetric weights.
template <class Operator, class P>
struct ConvolutionQuantized : Weighted<Operator, P, ByRows::kWindow> {
  static int32_t scale_count(const P& p) { return p.out_c; }
  static void fill_scales(const ScaleSource& scales, const P& p, ScaleTables to) {
    fill_channel_scales(scales, p.out_c, to);
  }
  template <class F>
  static void fields(F& f, const P& p) {
    Operator::geometry_fields(f, p);
    f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
    f.value("act_min", p.act_min), f.value("act_max", p.act_max);
    f.table("multiplier", p.multiplier, p.out_c), f.table("shift", p.shift, p.out_c);
  }
};
template <class Operator, class P>
struct ConvolutionShifted : WeightedShifted<Operator, P> {
  static void fill_scales(const ScaleSource& scales, const P&, ScaleTables to) {
    fill_channel_scales(scales, 1, to);
  }
};

// `geometry` is a Code(attrs, node, context, Params*) that checks every shape and fills the fields that do
// not depend on the element type. `weights`: int8 or int4.
template <class Params, class Geometry>
Result<Params> prepare_convolution_s8(const ConvolutionAttrs& attrs, const NodeView& node,
                                      PrepareContext& context, Geometry geometry,
                                      DType weights = DType::kS8) {
  NOOK_TRY(check_types_s8(node, context, weights));
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  Params p{};
  NOOK_TRY(geometry(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out_c, DType::kS32, context));
  NOOK_TRY(check_channel_scales(node, p.out_c, context));
  p.in_zero = node.inputs[0].zero_point, p.out_zero = node.outputs[0].zero_point;
  const RangeS8 range = activation_range_s8(attrs.activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

// int16 activations with a bias of this type, int64 or int32. kBadType without a reason: the bias has the
// other type.
template <class Params, class Geometry>
Result<Params> prepare_convolution_s16(const ConvolutionAttrs& attrs, DType bias, const NodeView& node,
                                       PrepareContext& context, Geometry geometry) {
  NOOK_TRY(check_types_s16(node, context));
  NOOK_REQUIRE(sum_type(node, attrs.bias_type) == bias, Code::kBadType);
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  Params p{};
  NOOK_TRY(geometry(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out_c, bias, context));
  NOOK_TRY(bias == DType::kS32 ? check_channel_scales(node, p.out_c, context)
                               : check_channel_scales_s16(node, p.out_c, context));
  const IntegerRange range = activation_range_of(attrs.activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

template <class Params, class Geometry>
Result<Params> prepare_convolution_f32(const ConvolutionAttrs& attrs, const NodeView& node,
                                       PrepareContext& context, Geometry geometry) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && w.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  Params p{};
  NOOK_TRY(geometry(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out_c, DType::kF32, context));
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

// Scratch for an image of floats quantized to bytes.
template <class Params>
int32_t one_image(const Params& p) {
  return p.in_h * p.in_w * p.in_c;
}

// float32 activations with int8 weights.
template <class Params, class Geometry>
Result<Params> prepare_convolution_hybrid(const ConvolutionAttrs& attrs, const NodeView& node,
                                          PrepareContext& context, Geometry geometry) {
  NOOK_REQUIRE(!attrs.narrow, Code::kBadType);
  NOOK_TRY(check_types_hybrid(node, context));
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  Params p{};
  NOOK_TRY(geometry(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out_c, DType::kF32, context));
  NOOK_TRY(check_hybrid_scales(node, p.out_c, context));
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  p.asymmetric = scales_differ(node.inputs[1].scales);
  p.scale_step = node.inputs[1].per_tensor() ? 0 : 1;
  p.scale = keep_scales(node.inputs[1].scales, context);
  NOOK_REQUIRE(p.scale, Code::kNoMemory);
  return p;
}

// float32 activations with weights that become floats while they are read.
template <class Params, class Geometry>
Result<Params> prepare_convolution_narrow(const ConvolutionAttrs& attrs, const NodeView& node,
                                          PrepareContext& context, Geometry geometry) {
  NOOK_REQUIRE(attrs.narrow, Code::kBadType);
  NOOK_TRY(check_types_narrow(node, context));
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  Params p{};
  NOOK_TRY(geometry(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out_c, DType::kF32, context));
  const auto narrow = prepare_narrow(node, p.out_c, false, context);
  NOOK_REQUIRE(narrow, narrow.code());
  set_narrow(*narrow, &p);
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

// int8 activations, and weights with a zero point.
template <class Params, class Geometry>
Result<Params> prepare_convolution_shifted(const ConvolutionAttrs& attrs, const NodeView& node,
                                           PrepareContext& context, Geometry geometry) {
  NOOK_REQUIRE(is_shifted(node.inputs[1]), Code::kBadType);
  const WithoutShift without(node);
  auto prepared = prepare_convolution_s8<Params>(attrs, without.node(), context, geometry);
  NOOK_REQUIRE(prepared, prepared.code());
  Params p = *prepared;
  p.w_zero = node.inputs[1].zero_point;
  return p;
}

}  // namespace nook
