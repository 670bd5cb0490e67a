#include "nook/model/fields.h"
#include "nook/ops/families/pool_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/prepare/sliding.h"

namespace nook {
namespace {

template <class Params>
Code prepare_any_pool(const PoolAttrs& attrs, const NodeView& node, PrepareContext& context, Params* p) {
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  NOOK_TRY(prepare_image(node, context, p));
  NOOK_CHECK(context, attrs.filter_h > 0, Reason::kFilter, 0, 1, attrs.filter_h);
  NOOK_CHECK(context, attrs.filter_w > 0, Reason::kFilter, 0, 1, attrs.filter_w);
  p->filter_h = attrs.filter_h, p->filter_w = attrs.filter_w;
  NOOK_TRY(prepare_sliding(attrs, node, 1, 1, p->in_c, context, p));
  // With explicit padding, a window could lie entirely in the padding and contain no elements.
  const bool first = p->pad_top < p->filter_h && p->pad_left < p->filter_w;
  const bool last = int64_t{p->out_h - 1} * p->stride_h - p->pad_top < p->in_h &&
                    int64_t{p->out_w - 1} * p->stride_w - p->pad_left < p->in_w;
  NOOK_CHECK(context, first && last, Reason::kPadding, 0, 0, attrs.padding.mode);
  return Code::kOk;
}

}  // namespace

Code parse_pool(const NodeView& node, PoolAttrs* attrs) {
  namespace field = fields::Pool2DOptions;
  const uint8_t padding = node.options[field::padding];
  NOOK_REQUIRE(padding <= 1, Code::kBadModel);
  attrs->padding.mode = static_cast<PadMode>(padding);
  attrs->filter_h = node.options[field::filter_height], attrs->filter_w = node.options[field::filter_width];
  attrs->stride_h = node.options[field::stride_h], attrs->stride_w = node.options[field::stride_w];
  attrs->activation = static_cast<Activation>(node.options[field::fused_activation_function]);
  return Code::kOk;
}

Result<nook_pool_s8> prepare_pool(const PoolAttrs& attrs, DType type, const NodeView& node,
                                  PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == type && y.type == type, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  const float difference = x.scale() - y.scale();
  NOOK_CHECK(context, difference <= 1e-6f && difference >= -1e-6f, Reason::kQuantization, kFirstOutput, 0, 1);
  NOOK_CHECK(context, x.zero_point == y.zero_point, Reason::kZeroPoint, kFirstOutput, x.zero_point,
             y.zero_point);
  nook_pool_s8 p{};
  NOOK_TRY(prepare_any_pool(attrs, node, context, &p));
  const int64_t window = int64_t{p.filter_h} * p.filter_w;  // sums must fit an int32
  const int32_t most = type == DType::kS16 ? INT32_MAX / 65536 : INT32_MAX / 256;
  NOOK_CHECK(context, window <= most, Reason::kFilter, 0, most, INT32_MAX);
  const IntegerRange range = activation_range_of(attrs.activation, y);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<nook_pool_f32> prepare_pool_f32(const PoolAttrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  NOOK_REQUIRE(node.inputs[0].type == DType::kF32 && node.outputs[0].type == DType::kF32, Code::kBadType);
  nook_pool_f32 p{};
  NOOK_TRY(prepare_any_pool(attrs, node, context, &p));
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

}  // namespace nook
