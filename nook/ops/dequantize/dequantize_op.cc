#include "nook/ops/dequantize/dequantize_op.h"

#include <float.h>

#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/hybrid.h"

namespace nook {
namespace {

// Float i is written after byte i has been read, so byte i + 1 is the first that must not be overwritten yet.
template <class Params>
int32_t at_the_end(const Params& p, int) {
  return 3 * (p.size - 1);
}
// Likewise for elements of two bytes.
template <class Params>
int32_t at_the_end_s16(const Params& p, int) {
  return 2 * (p.size - 1);
}

}  // namespace

NOOK_FAMILY_KERNEL(nook_dequantize_s8_ref, at_the_end, DequantizeS8)
NOOK_FAMILY_KERNEL(nook_dequantize_u8_ref, at_the_end, DequantizeU8)
NOOK_FAMILY_KERNEL(nook_dequantize_s16_ref, at_the_end_s16, DequantizeS16)
NOOK_FORM_KERNEL(nook_dequantize_channels_s8_ref, disjoint, DequantizeChannelsS8)
NOOK_FORM_KERNEL(nook_dequantize_f16_ref, at_the_end_s16, DequantizeF16)
NOOK_FORM_KERNEL(nook_dequantize_nibbles_ref, disjoint, DequantizeNibbles)

Result<nook_dequantize_s8> Dequantize::prepare(DType type, const Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == DType::kF32, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  return Params{x.shape.elements(), x.zero_point, x.scale()};
}

Result<DequantizeF16::Params> DequantizeF16::prepare(const Op::Attrs&, const NodeView& node,
                                                     PrepareContext& context) {
  NOOK_TRY(check_one_shape(node, DType::kF16, DType::kF32, context));
  return Params{node.inputs[0].shape.elements()};
}

namespace {

// A scale for each channel.
Result<nook_dequantize_channels_s8> prepare_channels(const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const size_t axis = static_cast<size_t>(x.channel_axis);
  const bool whole = x.channel_axis >= 0 && x.channel_axis < x.shape.rank &&
                     x.scales.size() == static_cast<size_t>(x.shape.dim[axis]);
  NOOK_CHECK(context, whole, Reason::kScaleCount, 0, 1, x.scales.size());
  NOOK_TRY(check_output_shape(y, x.shape, context));
  for (const float scale : x.scales)
    NOOK_CHECK(context, scale > 0 && scale <= FLT_MAX, Reason::kScaleValue, 0, 0, 0);
  const float* const scale = keep_scales(x.scales, context);
  NOOK_REQUIRE(scale, Code::kNoMemory);
  nook_dequantize_channels_s8 p{1, x.shape.dim[axis], 1, x.zero_point, scale};
  for (int d = 0; d < x.shape.rank; ++d)
    if (d != x.channel_axis) (d < x.channel_axis ? p.outer : p.inner) *= x.shape.dim[d];
  return p;
}

void channel_fields(ParamsVisitor& f, const nook_dequantize_channels_s8& p) {
  f.value("outer", p.outer), f.value("channels", p.channels), f.value("inner", p.inner);
  f.value("zero", p.zero), f.table("scale", p.scale, p.channels);
}

}  // namespace

Result<DequantizeChannelsS8::Params> DequantizeChannelsS8::prepare(const Op::Attrs&, const NodeView& node,
                                                                   PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == DType::kF32 && scales_differ(x.scales), Code::kBadType);
  return prepare_channels(node, context);
}

Result<DequantizeNibbles::Params> DequantizeNibbles::prepare(const Op::Attrs&, const NodeView& node,
                                                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS4 && y.type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, x.data, Reason::kNotConstant, 0, 1, 0);
  if (!x.per_tensor()) return prepare_channels(node, context);
  NOOK_TRY(check_output_shape(y, x.shape, context));
  NOOK_CHECK(context, x.scale() > 0 && x.scale() <= FLT_MAX, Reason::kScaleValue, 0, 0, 0);
  const float* const scale = keep_scales(x.scales, context);
  NOOK_REQUIRE(scale, Code::kNoMemory);
  return Params{1, 1, x.shape.elements(), x.zero_point, scale};
}

void DequantizeChannelsS8::fields(ParamsVisitor& f, const Params& p) { channel_fields(f, p); }
void DequantizeNibbles::fields(ParamsVisitor& f, const Params& p) { channel_fields(f, p); }

void Dequantize::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("zero", p.zero), f.value("scale", p.scale);
}

void DequantizeF16::fields(ParamsVisitor& f, const Params& p) { f.value("size", p.size); }

}  // namespace nook

NOOK_DEFINE_OP(Dequantize, dequantize)
