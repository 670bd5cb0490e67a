#include "nook/ops/softmax/softmax_op.h"

#include <float.h>

#include "nook/core/fixed_ratio.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/fits.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr int32_t kIntegerBits = 5, kFractionBits = 31 - kIntegerBits;  // bits of an exponent

template <class Params>
Layer layer_of(const Params& p) {
  Layer l;
  l.out_w = p.rows, l.channels = l.outputs = p.depth;
  return l;
}

// With few elements, forgetting the powers takes longer than to compute them twice.
bool has_many_elements(const Layer& l) { return l.results() >= 64; }
constexpr Fits many_elements = any_layer.more(has_many_elements).compiled();
constexpr Fits at_least_four = any_layer.outputs(4);

bool usual_steps(const nook_softmax_s16& p) {
  return p.shift >= NOOK_SOFTMAX_LEAST_SHIFT && p.shift <= NOOK_SOFTMAX_MOST_SHIFT;
}

int32_t powers(const nook_softmax_s8&) { return NOOK_SOFTMAX_POWERS * static_cast<int32_t>(sizeof(int32_t)); }

template <class Params>
Code prepare_rows(const Softmax::Attrs& attrs, const NodeView& node, PrepareContext& context, Params* p) {
  const Shape& x = node.inputs[0].shape;
  NOOK_CHECK(context, x.rank >= 1, Reason::kRank, 0, 1, x.rank);
  NOOK_CHECK(context, attrs.beta > 0 && attrs.beta <= FLT_MAX, Reason::kAttribute, 0, 1, 0);
  NOOK_TRY(check_output_shape(node.outputs[0], x, context));
  p->depth = x.back(0), p->rows = x.elements() / p->depth;
  return Code::kOk;
}

// beta * scale in units of 2^-kFractionBits. TensorFlow Lite limits it to less than 2^31.
FixedScale exponent_factor(float beta, float scale) {
  const auto factor = fixed_ratio(beta, scale, 1.0f / (1 << kFractionBits));
  if (factor) return *factor;
  const auto half = fixed_ratio(beta, scale, 2.0f / (1 << kFractionBits));
  return {half ? half->multiplier : INT32_MAX, 31};
}

// The result of an element is twice as wide as the element; elements after it must not be overwritten yet.
template <class Params>
int32_t at_the_end(const Params& p, int) {
  return p.rows * p.depth - 1;
}

Result<nook_softmax_s8> prepare_from_s8(const Softmax::Attrs& attrs, DType to, const NodeView& node,
                                        PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && y.type == to, Code::kBadType);
  NOOK_TRY(check_quantized(x, 0, context));
  NOOK_TRY(check_quantized(y, kFirstOutput, context));
  NOOK_TRY(to == DType::kS8 ? check_fixed_output(y, 8, -128, context)
                            : check_fixed_output(y, 16, INT16_MIN, context));
  nook_softmax_s8 p{};
  NOOK_TRY(prepare_rows(attrs, node, context, &p));
  const FixedScale factor = exponent_factor(attrs.beta, x.scale());
  NOOK_CHECK(context, factor.shift >= 0, Reason::kScaleValue, 0, 0, 0);
  p.multiplier = factor.multiplier, p.shift = factor.shift;
  p.least = -static_cast<int32_t>(scaled((1 << kIntegerBits) - 1, kFractionBits - factor.shift));
  return p;
}

}  // namespace

#define NOOK_TABLE SoftmaxS8
#define NOOK_ROWS  "nook/ops/softmax/s8.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE SoftmaxS8S16
#define NOOK_ROWS  "nook/ops/softmax/s8_s16.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE SoftmaxS16
#define NOOK_ROWS  "nook/ops/softmax/s16.inc"
#include "nook/ops/contract/function_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE SoftmaxF32
#define NOOK_ROWS  "nook/ops/softmax/f32.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

Result<Softmax::Attrs> Softmax::parse(const NodeView& node) {
  return Attrs{node.options[fields::SoftmaxOptions::beta]};
}

Result<SoftmaxS8::Params> SoftmaxS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  return prepare_from_s8(attrs, DType::kS8, node, context);
}
Result<SoftmaxS8S16::Params> SoftmaxS8S16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  return prepare_from_s8(attrs, DType::kS16, node, context);
}

Result<SoftmaxS16::Params> SoftmaxS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                               PrepareContext& context) {
  constexpr int32_t kMostDepth = 1 << 16;  // sums of int16 fit an int32
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_symmetric_s16(x, 0, context));
  NOOK_TRY(check_symmetric_s16(y, kFirstOutput, context));
  NOOK_TRY(check_fixed_output(y, 15, 0, context));
  Params p{};
  NOOK_TRY(prepare_rows(attrs, node, context, &p));
  NOOK_CHECK(context, p.depth <= kMostDepth, Reason::kTooLarge, 0, kMostDepth, p.depth);
  const auto factor = fixed_product(attrs.beta, x.scale(), 13107, -1);  // 65535 / 10
  NOOK_CHECK(context, factor && factor->shift < kMaxShiftOfInt16, Reason::kScaleValue, 0, 0, 0);
  p.multiplier = factor->multiplier, p.shift = factor->shift;
  return p;
}

Result<SoftmaxF32::Params> SoftmaxF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                               PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  Params p{};
  NOOK_TRY(prepare_rows(attrs, node, context, &p));
  p.beta = attrs.beta;
  return p;
}

void SoftmaxS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift), f.value("least", p.least);
}

void SoftmaxS16::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth);
  f.value("multiplier", p.multiplier), f.value("shift", p.shift);
}

void SoftmaxF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth), f.value("beta", p.beta);
}

}  // namespace nook

NOOK_DEFINE_OP(Softmax, softmax)
