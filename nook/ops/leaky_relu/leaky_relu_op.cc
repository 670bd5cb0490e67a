#include "nook/ops/leaky_relu/leaky_relu_op.h"

#include <float.h>

#include "nook/core/fixed_point.h"
#include "nook/core/fixed_ratio.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

struct Slopes {
  FixedScale up, below;
};

// The factors from the scale of x to the scale of y; TensorFlow Lite computes both quotients in single
// precision.
Result<Slopes> slopes_of(float alpha, const TensorInfo& x, const TensorInfo& y, int32_t most_shift) {
  const auto up = fixed_quotient(x.scale(), y.scale());
  volatile const float product = x.scale() * alpha;
  volatile const float quotient = product / y.scale();
  const auto below = fixed_ratio(quotient < 0 ? -quotient : quotient, 1.0f, 1.0f);
  NOOK_REQUIRE(up && up->shift <= most_shift && below && below->shift <= most_shift, Code::kBadType);
  Slopes all{*up, *below};
  if (quotient < 0) all.below.multiplier = -all.below.multiplier;
  return all;
}

bool finite(float x) { return x >= -FLT_MAX && x <= FLT_MAX; }

}  // namespace

NOOK_FORM_KERNEL(nook_leaky_relu_f32_ref, in_place, LeakyReluF32)

Result<LeakyRelu::Attrs> LeakyRelu::parse(const NodeView& node) {
  return Attrs{node.options[fields::LeakyReluOptions::alpha]};
}

template <>
Code UnaryS8<LeakyRelu>::fill_table(const Op::Attrs& attrs, const TableOf& of) {
  NOOK_CHECK(of.context, finite(attrs.alpha), Reason::kAttribute, 0, 0, 0);
  const auto slopes = slopes_of(attrs.alpha, of.x, of.y, kMaxShiftOfInt8);
  NOOK_CHECK(of.context, slopes, Reason::kScaleValue, kFirstOutput, 0, 0);
  return of.fill([&](int32_t centred) {
    const FixedScale& slope = centred >= 0 ? slopes->up : slopes->below;
    return nook_requantize(centred, slope.multiplier, slope.shift, of.y.zero_point, -128, 127);
  });
}

template <>
Result<nook_slopes_s16> SlopesS16<LeakyRelu>::slopes(const LeakyRelu::Attrs& attrs, const NodeView& node,
                                                     PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  NOOK_TRY(check_symmetric_s16(x, 0, context));
  NOOK_TRY(check_symmetric_s16(y, kFirstOutput, context));
  NOOK_CHECK(context, finite(attrs.alpha), Reason::kAttribute, 0, 0, 0);
  const auto slopes = slopes_of(attrs.alpha, x, y, kMaxShiftOfSlopes);
  NOOK_CHECK(context, slopes, Reason::kScaleValue, kFirstOutput, 0, 0);
  return nook_slopes_s16{0, slopes->up.multiplier, slopes->up.shift, slopes->below.multiplier,
                         slopes->below.shift};
}

Result<LeakyReluF32::Params> LeakyReluF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  const Result<nook_unary_f32> elements = prepare_unary_f32(node, context);
  NOOK_REQUIRE(elements, elements.code());
  NOOK_CHECK(context, finite(attrs.alpha), Reason::kAttribute, 0, 0, 0);
  return Params{elements->size, attrs.alpha};
}

void LeakyReluF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("size", p.size), f.value("alpha", p.alpha);
}

}  // namespace nook

NOOK_DEFINE_OP(LeakyRelu, leaky_relu)
