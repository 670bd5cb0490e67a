#include "nook/ops/svdf/svdf_op.h"

#include <float.h>

#include "nook/core/fixed_ratio.h"
#include "nook/kernels/dot/pack/pack_f32.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/svdf/svdf_pack.h"

namespace nook {
namespace {

enum Operands : uint8_t { kX, kWeights, kTime, kBias, kState };

// All of x is read before y is written.
constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(SvdfS8, nook_svdf_s8_mve, kMve, svdf_on_mve, no_scratch, in_place, kFoursS8Mve)
        NOOK_KERNEL_ROW(SvdfS8, nook_svdf_s8_dsp, kDsp, in_fours, no_scratch, in_place, kFours)
            NOOK_KERNEL_ROW(SvdfS8, nook_svdf_s8_ref, kRef, always, no_scratch, in_place, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(SvdfS16, nook_svdf_s16_mve, kMve, svdf_on_mve, no_scratch, in_place, kFoursS16Mve)
        NOOK_KERNEL_ROW(SvdfS16, nook_svdf_s16_ref, kRef, always, no_scratch, in_place, as_is)};

int64_t filters_of(const nook_svdf_f32& p) { return int64_t{p.units} * p.rank; }
// The packed weights of f32_mve.c.
int64_t bytes_of_eights(const nook_svdf_f32& p) {
  return eights_bytes_f32(static_cast<int32_t>(filters_of(p)), p.in) +
         4 * (filters_of(p) * p.memory + p.units);
}
bool eight_filters(const nook_svdf_f32& p) { return filters_of(p) >= 8 && bytes_of_eights(p) <= INT32_MAX; }
int32_t packed_eights(const nook_svdf_f32& p) { return static_cast<int32_t>(bytes_of_eights(p)); }
void pack_eights(const nook_svdf_f32& p, const void* const* in, PackedBytes& to) {
  const int32_t filters = static_cast<int32_t>(filters_of(p));
  pack_tiles_f32({filters, p.in, in[kWeights], nullptr}, 8, to);
  to.put(in[kTime], size_t{4} * static_cast<size_t>(filters) * static_cast<size_t>(p.memory));
  const size_t biases = size_t{4} * static_cast<size_t>(p.units);
  if (in[kBias]) to.put(in[kBias], biases);
  if (!in[kBias]) to.fill(0, biases);
}
constexpr Packing<nook_svdf_f32> float_eights = {packed_eights, pack_eights};
constexpr KernelEntry kF32[] = {
    NOOK_KERNEL_ROW(SvdfF32, nook_svdf_f32_mve, kMve, eight_filters, no_scratch, in_place, float_eights)
        NOOK_KERNEL_ROW(SvdfF32, nook_svdf_f32_fpu, kFpu, eight_filters, no_scratch, in_place, as_is)
            NOOK_KERNEL_ROW(SvdfF32, nook_svdf_f32_ref, kRef, always, no_scratch, in_place, as_is)};

template <class Params>
int32_t bytes_of_x(const Params& p) {
  return p.in;
}
constexpr KernelEntry kHybrid[] = {
    NOOK_KERNEL_ROW(SvdfHybrid, nook_svdf_hybrid_ref, kRef, always, bytes_of_x, in_place, as_is)};

Code check_matrix(const TensorInfo& t, int operand, PrepareContext& context) {
  NOOK_CHECK(context, t.shape.rank == 2, Reason::kRank, operand, 2, t.shape.rank);
  NOOK_CHECK(context, t.shape.elements() > 0, Reason::kElements, operand, 1, 0);
  return Code::kOk;
}

template <class Params>
Code prepare_shapes(const Svdf::Attrs& attrs, const NodeView& node, PrepareContext& context, Params* p) {
  const TensorInfo &x = node.inputs[kX], &w = node.inputs[kWeights], &time = node.inputs[kTime],
                   &state = node.inputs[kState], &y = node.outputs[0];
  for (uint8_t i = kX; i <= kState; ++i) {
    if (i != kBias) NOOK_TRY(check_matrix(node.inputs[i], i, context));
  }
  const int32_t filters = w.shape.dim[0];
  NOOK_CHECK(context, attrs.rank > 0 && filters % attrs.rank == 0, Reason::kChannels, kWeights, attrs.rank,
             filters);
  p->batch = x.shape.dim[0], p->in = x.shape.dim[1];
  p->rank = attrs.rank, p->units = filters / attrs.rank, p->memory = time.shape.dim[1];
  NOOK_CHECK(context, w.shape.dim[1] == p->in, Reason::kChannels, kWeights, p->in, w.shape.dim[1]);
  NOOK_CHECK(context, time.shape.dim[0] == filters, Reason::kChannels, kTime, filters, time.shape.dim[0]);
  NOOK_CHECK(context, state.shape.dim[0] == p->batch, Reason::kInputShape, kState, p->batch,
             state.shape.dim[0]);
  const int32_t kept = time.shape.elements();
  NOOK_CHECK(context, state.shape.dim[1] == kept, Reason::kInputShape, kState, kept, state.shape.dim[1]);
  const TensorInfo& bias = node.inputs[kBias];
  if (bias.present())
    NOOK_CHECK(context, bias.shape.elements() == p->units, Reason::kBiasShape, kBias, p->units,
               bias.shape.elements());
  Shape expected;
  expected.rank = 2, expected.dim[0] = p->batch, expected.dim[1] = p->units;
  return check_output_shape(y, expected, context);
}

// TensorFlow Lite Micro computes both as floats.
Code prepare_scales(const NodeView& node, PrepareContext& context, nook_svdf* p) {
  const TensorInfo& state = node.inputs[kState];
  volatile const float first = node.inputs[kX].scale() * node.inputs[kWeights].scale(),
                       second = state.scale() * node.inputs[kTime].scale();
  const auto to_state = fixed_quotient(first, state.scale());
  NOOK_CHECK(context, to_state, Reason::kScaleValue, kState, 0, 0);
  const auto to_y = fixed_quotient(second, node.outputs[0].scale());
  NOOK_CHECK(context, to_y, Reason::kScaleValue, kFirstOutput, 0, 0);
  p->first_multiplier = to_state->multiplier, p->first_shift = static_cast<int8_t>(to_state->shift);
  p->second_multiplier = to_y->multiplier, p->second_shift = static_cast<int8_t>(to_y->shift);
  p->x_zero = node.inputs[kX].zero_point, p->state_zero = state.zero_point;
  p->y_zero = node.outputs[0].zero_point;
  return Code::kOk;
}

Code check_weights(const TensorInfo& t, int operand, PrepareContext& context) {
  NOOK_CHECK(context, t.per_tensor(), Reason::kScaleCount, operand, 1, t.scales.size());
  NOOK_CHECK(context, t.scale() > 0 && t.scale() <= FLT_MAX, Reason::kScaleValue, operand, 0, 0);
  NOOK_CHECK(context, t.zero_point == 0, Reason::kZeroPoint, operand, 0, t.zero_point);
  return Code::kOk;
}

// The state, and the weights by which it is multiplied, have the type `kept`.
Result<nook_svdf> prepare_s8(DType kept, const Svdf::Attrs& attrs, const NodeView& node,
                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[kX], &state = node.inputs[kState], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS8 && node.inputs[kWeights].type == DType::kS8 && y.type == DType::kS8,
               Code::kBadType);
  NOOK_REQUIRE(state.type == kept && node.inputs[kTime].type == kept, Code::kBadType);
  const TensorInfo& bias = node.inputs[kBias];
  NOOK_REQUIRE(!bias.present() || bias.type == DType::kS32, Code::kBadType);
  NOOK_TRY(check_quantized_s8(x, kX, context));
  NOOK_TRY(check_weights(node.inputs[kWeights], kWeights, context));
  NOOK_TRY(check_weights(node.inputs[kTime], kTime, context));
  NOOK_TRY(check_quantized_s8(y, kFirstOutput, context));
  NOOK_TRY(kept == DType::kS8 ? check_quantized_s8(state, kState, context)
                              : check_weights(state, kState, context));
  nook_svdf p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_TRY(prepare_scales(node, context, &p));
  return p;
}

}  // namespace

NOOK_FORM_TABLE(SvdfS8, kS8)
NOOK_FORM_TABLE(SvdfS16, kS16)
NOOK_FORM_TABLE(SvdfF32, kF32)
Span<const KernelEntry> SvdfHybrid::kernels() { return kHybrid; }

Result<Svdf::Attrs> Svdf::parse(const NodeView& node) {
  namespace field = fields::SVDFOptions;
  return Attrs{node.options[field::rank],
               static_cast<Activation>(node.options[field::fused_activation_function]),
               node.options[field::asymmetric_quantize_inputs]};
}

Result<SvdfS8::Params> SvdfS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                       PrepareContext& context) {
  return prepare_s8(DType::kS8, attrs, node, context);
}

Result<SvdfS8::Params> SvdfS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                        PrepareContext& context) {
  return prepare_s8(DType::kS16, attrs, node, context);
}

Result<SvdfF32::Params> SvdfF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                         PrepareContext& context) {
  for (size_t i = 0; i < node.inputs.size(); ++i)
    NOOK_REQUIRE(node.inputs[i].type == DType::kF32 || (i == kBias && !node.inputs[i].present()),
                 Code::kBadType);
  NOOK_REQUIRE(node.outputs[0].type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, is_clamp(attrs.fused_activation), Reason::kActivation, kX, 0, attrs.fused_activation);
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  const RangeF32 range = activation_range_f32(attrs.fused_activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<SvdfHybrid::Params> SvdfHybrid::prepare(const Op::Attrs& attrs, const NodeView& node,
                                               PrepareContext& context) {
  for (size_t i = kX; i <= kState; ++i) {
    const DType type = i == kWeights || i == kTime ? DType::kS8 : DType::kF32;
    NOOK_REQUIRE(node.inputs[i].type == type || (i == kBias && !node.inputs[i].present()), Code::kBadType);
  }
  NOOK_REQUIRE(node.outputs[0].type == DType::kF32, Code::kBadType);
  NOOK_CHECK(context, is_clamp(attrs.fused_activation), Reason::kActivation, kX, 0, attrs.fused_activation);
  NOOK_TRY(check_weights(node.inputs[kWeights], kWeights, context));
  NOOK_TRY(check_weights(node.inputs[kTime], kTime, context));
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  const RangeF32 range = activation_range_f32(attrs.fused_activation, node.largest);
  p.act_min = range.min, p.act_max = range.max, p.asymmetric = attrs.asymmetric;
  p.w_scale = node.inputs[kWeights].scale(), p.time_scale = node.inputs[kTime].scale();
  return p;
}

void SvdfHybrid::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in", p.in), f.value("units", p.units), f.value("rank", p.rank);
  f.value("memory", p.memory), f.value("asymmetric", p.asymmetric);
  f.value("w_scale", p.w_scale), f.value("time_scale", p.time_scale);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

void SvdfS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in", p.in), f.value("units", p.units), f.value("rank", p.rank);
  f.value("memory", p.memory);
  f.value("x_zero", p.x_zero), f.value("state_zero", p.state_zero), f.value("y_zero", p.y_zero);
  f.value("first_multiplier", p.first_multiplier), f.value("second_multiplier", p.second_multiplier);
  f.value("first_shift", p.first_shift), f.value("second_shift", p.second_shift);
}

void SvdfF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("in", p.in), f.value("units", p.units), f.value("rank", p.rank);
  f.value("memory", p.memory);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(Svdf, svdf)
