#include "nook/ops/layer_norm/layer_norm_op.h"

#include "nook/core/fixed_ratio.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/prepare/checks.h"

namespace nook {
namespace {

constexpr int32_t kMostDepth = 16384;
constexpr float kUnitOfOne = 1.0f / 16384;  // gamma's unit where it is missing

struct Rows {
  int32_t rows, depth;
};

// Gamma and beta have one element for each of a row, and these types.
Code check_factors(const NodeView& node, DType gamma, DType beta, int32_t depth, PrepareContext& context) {
  for (int i = 1; i <= 2; ++i) {
    const TensorInfo* const t = node.given(static_cast<size_t>(i));
    if (!t) continue;
    NOOK_REQUIRE(t->type == (i == 1 ? gamma : beta), Code::kBadType);
    NOOK_CHECK(context, t->shape.elements() == depth, Reason::kChannels, i, depth, t->shape.elements());
  }
  return Code::kOk;
}

Result<Rows> rows_of(const LayerNorm::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  const Shape& x = node.inputs[0].shape;
  NOOK_TRY(check_output_shape(node.outputs[0], x, context));
  NOOK_CHECK(context, attrs.dimensions >= 1 && attrs.dimensions <= x.rank, Reason::kAttribute, 0, x.rank,
             attrs.dimensions);
  NOOK_CHECK(context, attrs.epsilon >= 0 && attrs.epsilon < 1e30f, Reason::kAttribute, 0, 0, 0);
  int64_t depth = 1;
  for (int i = 0; i < attrs.dimensions; ++i) depth *= x.back(i);
  return Rows{x.elements() / static_cast<int32_t>(depth), static_cast<int32_t>(depth)};
}

// Epsilon in 2^-4 steps of n * n * variance; volatile: no machine may keep more precision than a float has.
int64_t epsilon_units(float epsilon, float scale, int32_t depth) {
  constexpr int64_t kMost = int64_t{1} << 62;
  if (epsilon <= 0) return 0;
  volatile const float units = static_cast<float>(depth) / scale;
  volatile const float square = units * units;
  volatile const float product = square * (1 << NOOK_NORM_EPSILON_BITS) * epsilon;
  return product < static_cast<float>(kMost) ? static_cast<int64_t>(product + 0.5f) : kMost;
}

// Beta has 2^-8 of gamma's unit, within a thousandth.
Code check_beta(const NodeView& node, float unit, PrepareContext& context) {
  const TensorInfo* const beta = node.given(2);
  if (!beta) return Code::kOk;
  NOOK_CHECK(context, beta->scales.size() == 1, Reason::kScaleCount, 2, 1, beta->scales.size());
  const float ratio = beta->scale() * (1 << NOOK_NORM_BETA_BITS) / unit;
  NOOK_CHECK(context, ratio > 0.999f && ratio < 1.001f, Reason::kScaleValue, 2, 0, 0);
  return Code::kOk;
}

Result<nook_layer_norm> prepare_integers(const LayerNorm::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &y = node.outputs[0];
  const Result<Rows> rows = rows_of(attrs, node, context);
  NOOK_REQUIRE(rows, rows.code());
  NOOK_TRY(check_factors(node, DType::kS16, DType::kS32, rows->depth, context));
  NOOK_CHECK(context, rows->depth <= kMostDepth, Reason::kChannels, 0, kMostDepth, rows->depth);
  const TensorInfo* const gamma = node.given(1);
  if (gamma) NOOK_TRY(check_symmetric_s16(*gamma, 1, context));
  const float unit = gamma ? gamma->scale() : kUnitOfOne;
  NOOK_TRY(check_beta(node, unit, context));
  const auto scale = fixed_ratio(unit, 1.0f / (1 << NOOK_NORM_BITS), y.scale());
  constexpr int32_t kBits = 22;  // the multiplier's size
  NOOK_CHECK(context, scale && scale->shift < kBits, Reason::kScaleValue, kFirstOutput, 0, 0);
  nook_layer_norm p{};
  p.rows = rows->rows, p.depth = rows->depth, p.centred = attrs.centred;
  p.x_zero = x.zero_point, p.y_zero = y.zero_point;
  p.epsilon = epsilon_units(attrs.epsilon, x.scale(), rows->depth);
  p.multiplier = static_cast<int32_t>((int64_t{scale->multiplier} + (1 << (30 - kBits))) >> (31 - kBits));
  p.right = kBits - scale->shift;
  return p;
}

}  // namespace

NOOK_FORM_KERNEL(nook_layer_norm_s8_ref, first_in_place, LayerNormS8)
NOOK_FORM_KERNEL(nook_layer_norm_s16_ref, first_in_place, LayerNormS16)
NOOK_FORM_KERNEL(nook_layer_norm_f32_ref, first_in_place, LayerNormF32)

Result<LayerNormS8::Params> LayerNormS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                 PrepareContext& context) {
  NOOK_TRY(check_s8_to_s8(node.inputs[0], node.outputs[0], context));
  return prepare_integers(attrs, node, context);
}

Result<LayerNormS16::Params> LayerNormS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  NOOK_TRY(check_s16_to_s16(node, context));
  return prepare_integers(attrs, node, context);
}

Result<LayerNormF32::Params> LayerNormF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  NOOK_TRY(check_one_shape(node, DType::kF32, DType::kF32, context));
  const Result<Rows> rows = rows_of(attrs, node, context);
  NOOK_REQUIRE(rows, rows.code());
  NOOK_TRY(check_factors(node, DType::kF32, DType::kF32, rows->depth, context));
  return Params{rows->rows, rows->depth, attrs.centred, attrs.epsilon};
}

void LayerNormS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth), f.value("centred", p.centred);
  f.value("x_zero", p.x_zero), f.value("y_zero", p.y_zero), f.value("epsilon", p.epsilon);
  f.value("multiplier", p.multiplier), f.value("right", p.right);
}

void LayerNormF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("rows", p.rows), f.value("depth", p.depth), f.value("centred", p.centred);
  f.value("epsilon", p.epsilon);
}

}  // namespace nook

NOOK_DEFINE_OP(LayerNorm, layer_norm)
