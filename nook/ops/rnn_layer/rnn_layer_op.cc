#include "nook/ops/rnn_layer/rnn_layer_op.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/pack/pack_pair_f32.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"

namespace nook {
namespace {

enum RnnOperands : uint8_t { kRnnX, kRnnFromX, kRnnRecurrent, kRnnBias, kRnnHidden, kRnnLengths };

RecurrentShape shape_of(const RnnLayer::Attrs& a) {
  return {1, kRnnBias, 1, kRnnHidden, 0, kRnnLengths, a.time_major, a.reverse, a.sequence, a.last, false};
}

template <int32_t bytes>
int32_t rnn_states(const nook_rnn_layer& p) {
  return nook_recurrent_scratch(&p.walk, 4, 0, bytes);
}
int32_t rnn_float_states(const nook_rnn_layer_f32& p) { return nook_recurrent_scratch(&p.walk, 0, 4, 4); }
int32_t rnn_hybrid_states(const nook_rnn_layer_f32& p) {
  return rnn_float_states(p) + p.walk.in + p.walk.cells;
}

constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(RnnLayerS8, nook_rnn_layer_s8_dsp, kDsp, few_cells, rnn_states<1>, disjoint, as_is)
        NOOK_KERNEL_ROW(RnnLayerS8, nook_rnn_layer_s8_ref, kRef, always, rnn_states<1>, disjoint, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(RnnLayerS16, nook_rnn_layer_s16_dsp, kDsp, always, rnn_states<2>, disjoint, as_is)
        NOOK_KERNEL_ROW(RnnLayerS16, nook_rnn_layer_s16_ref, kRef, always, rnn_states<2>, disjoint, as_is)};
// The packed matrices for dot_pair_f32.h.
int64_t bytes_of_pair(const nook_rnn_layer_f32& p) {
  return pair_bytes_f32(p.walk.cells, p.walk.in, p.walk.cells);
}
bool eight_cells(const nook_rnn_layer_f32& p) { return p.walk.cells >= 8 && bytes_of_pair(p) <= INT32_MAX; }
int32_t packed_pair(const nook_rnn_layer_f32& p) { return static_cast<int32_t>(bytes_of_pair(p)); }
void pack_pair(const nook_rnn_layer_f32& p, const void* const* in, PackedBytes& to) {
  pack_pair_f32(
      {1, p.walk.cells, p.walk.in, p.walk.cells, in + kRnnFromX, in + kRnnRecurrent, in + kRnnBias, nullptr},
      to);
}
constexpr Packing<nook_rnn_layer_f32> float_pair = {packed_pair, pack_pair};

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(RnnLayerF32, nook_rnn_layer_f32_mve, kMve, eight_cells,
                                                rnn_float_states, disjoint, float_pair)
                                    NOOK_KERNEL_ROW(RnnLayerF32, nook_rnn_layer_f32_fpu, kFpu, eight_cells,
                                                    rnn_float_states, disjoint, float_pair)
                                        NOOK_KERNEL_ROW(RnnLayerF32, nook_rnn_layer_f32_ref, kRef, always,
                                                        rnn_float_states, disjoint, as_is)};
constexpr KernelEntry kHybrid[] = {NOOK_KERNEL_ROW(RnnLayerHybrid, nook_rnn_layer_hybrid_ref, kRef, always,
                                                   rnn_hybrid_states, disjoint, as_is)};

Result<nook_rnn_layer> prepare_fixed(const RnnLayer::Attrs& attrs, const NodeView& node, int32_t widest,
                                     PrepareContext& context) {
  nook_rnn_layer p{};
  NOOK_TRY(prepare_recurrence(shape_of(attrs), node, context, &p.walk));
  NOOK_TRY(check_integer_clip(attrs.clip, context));
  const bool relu = attrs.function == kNookRecurrentRelu;
  NOOK_CHECK(context, relu || attrs.function == kNookRecurrentTanh, Reason::kAttribute, 0, kNookRecurrentTanh,
             attrs.function);
  const TensorInfo& x = node.inputs[kRnnX];
  NOOK_TRY(check_recurrent_scale(x, kRnnX, x.type == DType::kS16, context));
  NOOK_TRY(check_recurrent_scale(node.inputs[kRnnFromX], kRnnFromX, true, context));
  NOOK_TRY(check_recurrent_scale(node.inputs[kRnnRecurrent], kRnnRecurrent, true, context));
  NOOK_CHECK(context, relu || attrs.state_power == -15, Reason::kAttribute, 0, -15, attrs.state_power);
  NOOK_TRY(prepare_recurrent_state(attrs.state_power, node, context, &p.state));
  const float unit = relu ? recurrent_power_of_two(attrs.state_power) : kRecurrentGateScale;
  NOOK_TRY(gate_factor(x, node, kRnnFromX, unit, widest, context, &p.in_multiplier, &p.in_shift));
  NOOK_TRY(state_factor(attrs.state_power, node, kRnnRecurrent, unit, context, &p.recurrent_multiplier,
                        &p.recurrent_shift));
  p.relu = relu, p.x_zero = x.zero_point;
  NOOK_TRY(check_recurrent_states(shape_of(attrs), node, 0, context));
  return p;
}

Code prepare_float(const RnnLayer::Attrs& a, const NodeView& node, PrepareContext& context,
                   nook_rnn_layer_f32* p) {
  NOOK_TRY(prepare_recurrence(shape_of(a), node, context, &p->walk));
  p->clip = a.clip > 0 ? a.clip : 0, p->function = {a.function, a.alpha, a.beta};
  return check_recurrent_function(p->function, context);
}

Code prepare_hybrid(const RnnLayer::Attrs& attrs, const NodeView& node, PrepareContext& context,
                    nook_rnn_layer_f32* p) {
  NOOK_TRY(prepare_float(attrs, node, context, p));
  return prepare_matrix_scales(node, 1, context, &p->in_scale, &p->recurrent_scale);
}

}  // namespace

#define NOOK_RECURRENT(type) RnnLayer##type
#include "nook/ops/families/recurrent_forms.inc"
Span<const KernelEntry> RnnLayerS8::kernels() { return kS8; }

void RnnLayerS8::fields(ParamsVisitor& f, const Params& p) {
  recurrence_fields(f, p.walk);
  recurrent_state_fields(f, p.state);
  f.value("x_zero", p.x_zero), f.value("relu", p.relu);
  f.value("in_multiplier", p.in_multiplier), f.value("recurrent_multiplier", p.recurrent_multiplier);
  f.value("in_shift", p.in_shift), f.value("recurrent_shift", p.recurrent_shift);
}

void RnnLayerF32::fields(ParamsVisitor& f, const Params& p) {
  recurrence_fields(f, p.walk);
  f.value("clip", p.clip);
  recurrent_function_fields(f, "function.kind", "function.alpha", "function.beta", p.function);
  f.value("in_scale", p.in_scale), f.value("recurrent_scale", p.recurrent_scale);
}

}  // namespace nook

NOOK_DEFINE_OP(RnnLayer, rnn_layer)
