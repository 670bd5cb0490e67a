#include "nook/ops/quantize/quantize_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr int32_t kNoType = -1;

int32_t quantize_type(DType type) {
  switch (type) {
    case DType::kS8:
      return NOOK_QUANTIZE_S8;
    case DType::kU8:
      return NOOK_QUANTIZE_U8;
    case DType::kS16:
      return NOOK_QUANTIZE_S16;
    case DType::kS32:
      return NOOK_QUANTIZE_S32;
    default:
      return kNoType;
  }
}
int32_t element_bytes(int32_t type) {
  if (type == NOOK_QUANTIZE_S16) return 2;
  return type == NOOK_QUANTIZE_S32 ? 4 : 1;
}
// The largest shift at which elements of x minus their zero point cannot overflow; int32 wraps around.
int32_t most_shift(DType type) {
  if (type == DType::kS32) return 30;
  return type == DType::kS16 ? kMaxShiftOfInt16 : kMaxShiftOfInt8;
}
// The first elements are written before the later elements of x are read, which must not be overwritten.
template <class Params>
int32_t few_by_few(const Params& p, int) {
  const int32_t wider = element_bytes(p.to) - element_bytes(p.from);
  return wider > 0 ? (p.size - 1) * wider : 0;
}

// `bound` minus the zero point, clamped to int32.
int32_t less_zero(int32_t bound, int32_t zero) {
  const int64_t difference = int64_t{bound} - zero;
  if (difference < INT32_MIN) return INT32_MIN;
  return difference > INT32_MAX ? INT32_MAX : static_cast<int32_t>(difference);
}

Result<nook_quantize_f32> prepare_f32(DType to, const NodeView& node, PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == to, Code::kBadType);
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  return nook_quantize_f32{x.shape.elements(), y.zero_point, y.scale()};
}

}  // namespace

NOOK_FORM_KERNEL(nook_quantize_f32_ref, in_place, QuantizeF32)
NOOK_FORM_KERNEL(nook_quantize_f32_s16_ref, in_place, QuantizeF32S16)
NOOK_FORM_KERNEL(nook_quantize_s8_ref, in_place, QuantizeS8)
NOOK_FORM_KERNEL(nook_quantize_any_ref, few_by_few, QuantizeAny)

Result<QuantizeF32::Params> QuantizeF32::prepare(const Op::Attrs&, const NodeView& node,
                                                 PrepareContext& context) {
  return prepare_f32(DType::kS8, node, context);
}

Result<QuantizeF32S16::Params> QuantizeF32S16::prepare(const Op::Attrs&, const NodeView& node,
                                                       PrepareContext& context) {
  return prepare_f32(DType::kS16, node, context);
}

Result<QuantizeS8::Params> QuantizeS8::prepare(const Op::Attrs&, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_s8_to_s8(x, y, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  const auto scale = fixed_ratio(x.scale(), 1.0f, y.scale());
  NOOK_CHECK(context, scale && scale->shift <= kMaxShiftOfInt8, Reason::kScaleValue, kFirstOutput, 0, 0);
  return Params{x.shape.elements(), x.zero_point, y.zero_point, scale->multiplier, scale->shift};
}

Result<QuantizeAny::Params> QuantizeAny::prepare(const Op::Attrs&, const NodeView& node,
                                                 PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const int32_t from = quantize_type(x.type), to = quantize_type(y.type);
  NOOK_REQUIRE(from != kNoType && to != kNoType, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  NOOK_TRY(check_output_shape(y, x.shape, context));
  const auto scale = fixed_ratio(x.scale(), 1.0f, y.scale());
  NOOK_CHECK(context, scale && scale->shift <= most_shift(x.type), Reason::kScaleValue, kFirstOutput, 0, 0);
  const IntegerRange type = range_of(y.type);
  return Params{x.shape.elements(),
                from,
                to,
                x.zero_point,
                y.zero_point,
                scale->multiplier,
                scale->shift,
                less_zero(type.min, y.zero_point),
                less_zero(type.max, y.zero_point)};
}

void QuantizeF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("zero", p.zero), f.value("scale", p.scale);
}

void QuantizeS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void QuantizeAny::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("from", p.from), f.value("to", p.to);
  f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
  f.value("least", p.least), f.value("most", p.most);
}

}  // namespace nook

NOOK_DEFINE_OP(Quantize, quantize)
