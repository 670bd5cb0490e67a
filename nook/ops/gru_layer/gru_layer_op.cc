#include "nook/ops/gru_layer/gru_layer_op.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/pack/pack_pair_f32.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"

namespace nook {
namespace {

enum GruOperands : uint8_t {
  kGruX,
  kGruFromX,
  kGruRecurrent = 4,
  kGruBias = 7,
  kGruHidden = 11,
  kGruLengths
};

RecurrentShape shape_of(const GruLayer::Attrs& a) {
  return {kNookGruGates, kGruBias,  kNookGruGates + 1, kGruHidden, 0,    kGruLengths,
          a.time_major,  a.reverse, a.sequence,        a.last,     false};
}

// The states, and a row for the reset gate.
template <int32_t bytes>
int32_t gru_states(const nook_gru_layer& p) {
  if (p.reset_after) return nook_recurrent_scratch(&p.walk, 4, 0, bytes);
  return nook_recurrent_scratch(&p.walk, 4, 0, 2) + 2 * p.walk.cells;
}
int32_t gru_float_states(const nook_gru_layer_f32& p) {
  return nook_recurrent_scratch(&p.walk, 0, 4, 4) + (p.reset_after ? 0 : 4 * p.walk.cells);
}
int32_t gru_hybrid_states(const nook_gru_layer_f32& p) {
  return gru_float_states(p) + p.walk.in + p.walk.cells;
}

constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(GruLayerS8, nook_gru_layer_s8_dsp, kDsp, few_cells, gru_states<1>, disjoint, as_is)
        NOOK_KERNEL_ROW(GruLayerS8, nook_gru_layer_s8_ref, kRef, always, gru_states<1>, disjoint, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(GruLayerS16, nook_gru_layer_s16_dsp, kDsp, always, gru_states<2>, disjoint, as_is)
        NOOK_KERNEL_ROW(GruLayerS16, nook_gru_layer_s16_ref, kRef, always, gru_states<2>, disjoint, as_is)};
// The packed matrices for dot_pair_f32.h: of the gates update and reset, of the candidate for x, and of the
// candidate for the hidden state.
int64_t bytes_of_pairs(const nook_recurrence& w) {
  return 2 * pair_bytes_f32(w.cells, w.in, w.cells) + pair_bytes_f32(w.cells, w.in, 0) +
         pair_bytes_f32(w.cells, w.cells, 0);
}
bool eight_cells(const nook_gru_layer_f32& p) {
  return p.walk.cells >= 8 && bytes_of_pairs(p.walk) <= INT32_MAX;
}
int32_t packed_pairs(const nook_gru_layer_f32& p) { return static_cast<int32_t>(bytes_of_pairs(p.walk)); }
void pack_pairs(const nook_gru_layer_f32& p, const void* const* in, PackedBytes& to) {
  const int32_t cells = p.walk.cells, depth = p.walk.in;
  const void *const *w = in + kGruFromX, *const *r = in + kGruRecurrent, *const *bias = in + kGruBias;
  for (int g = 0; g < kNookGruCandidate; ++g)
    pack_pair_f32({1, cells, depth, cells, w + g, r + g, bias + g, nullptr}, to);
  pack_pair_f32({1, cells, depth, 0, w + kNookGruCandidate, nullptr, bias + kNookGruCandidate, nullptr}, to);
  pack_pair_f32({1, cells, cells, 0, r + kNookGruCandidate, nullptr, bias + kNookGruGates, nullptr}, to);
}
bool takes_pairs(const nook_gru_layer_f32& p, const void* const* in) {
  return without_minus_zero(in[kGruBias + kNookGruCandidate], p.walk.cells) &&
         without_minus_zero(in[kGruBias + kNookGruGates], p.walk.cells);
}
constexpr Packing<nook_gru_layer_f32> float_pairs = {packed_pairs, pack_pairs, takes_pairs};

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(GruLayerF32, nook_gru_layer_f32_mve, kMve, eight_cells,
                                                gru_float_states, disjoint, float_pairs)
                                    NOOK_KERNEL_ROW(GruLayerF32, nook_gru_layer_f32_fpu, kFpu, eight_cells,
                                                    gru_float_states, disjoint, float_pairs)
                                        NOOK_KERNEL_ROW(GruLayerF32, nook_gru_layer_f32_ref, kRef, always,
                                                        gru_float_states, disjoint, as_is)};
constexpr KernelEntry kHybrid[] = {NOOK_KERNEL_ROW(GruLayerHybrid, nook_gru_layer_hybrid_ref, kRef, always,
                                                   gru_hybrid_states, disjoint, as_is)};

// The second bias of the candidate belongs to `reset_after` only.
Code check_hidden_bias(const GruLayer::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  const size_t i = kGruBias + kNookGruGates;
  NOOK_CHECK(context, attrs.reset_after || !node.given(i), Reason::kAttribute, i, 0, 1);
  return Code::kOk;
}

Code prepare_scales(const GruLayer::Attrs& attrs, const NodeView& node, int32_t widest,
                    PrepareContext& context, nook_gru_layer* p) {
  const TensorInfo& x = node.inputs[kGruX];
  NOOK_TRY(check_recurrent_scale(x, kGruX, x.type == DType::kS16, context));
  for (int i = kGruFromX; i < kGruBias; ++i)
    NOOK_TRY(check_recurrent_scale(node.inputs[static_cast<size_t>(i)], i, true, context));
  NOOK_TRY(prepare_recurrent_state(attrs.state_power, node, context, &p->state));
  for (size_t g = 0; g < kNookGruGates; ++g) {
    NOOK_TRY(gate_factor(x, node, kGruFromX + g, kRecurrentGateScale, widest, context, &p->in_multiplier[g],
                         &p->in_shift[g]));
    NOOK_TRY(state_factor(attrs.state_power, node, kGruRecurrent + g, kRecurrentGateScale, context,
                          &p->recurrent_multiplier[g], &p->recurrent_shift[g]));
  }
  p->candidate_shift = attrs.state_power + 15, p->x_zero = x.zero_point;
  return check_recurrent_states(shape_of(attrs), node, 0, context);
}

Result<nook_gru_layer> prepare_fixed(const GruLayer::Attrs& attrs, const NodeView& node, int32_t widest,
                                     PrepareContext& context) {
  nook_gru_layer p{};
  NOOK_TRY(prepare_recurrence(shape_of(attrs), node, context, &p.walk));
  NOOK_TRY(check_hidden_bias(attrs, node, context));
  NOOK_TRY(check_integer_gates(attrs.clip, attrs.gate, attrs.candidate, context));
  NOOK_TRY(prepare_scales(attrs, node, widest, context, &p));
  p.reset_after = attrs.reset_after;
  return p;
}

Code prepare_float(const GruLayer::Attrs& a, const NodeView& node, PrepareContext& context,
                   nook_gru_layer_f32* p) {
  NOOK_TRY(prepare_recurrence(shape_of(a), node, context, &p->walk));
  NOOK_TRY(check_hidden_bias(a, node, context));
  p->reset_after = a.reset_after, p->clip = a.clip > 0 ? a.clip : 0;
  p->gate = {a.gate, a.gate_alpha, a.gate_beta};
  p->candidate = {a.candidate, a.candidate_alpha, a.candidate_beta};
  NOOK_TRY(check_recurrent_function(p->gate, context));
  return check_recurrent_function(p->candidate, context);
}

Code prepare_hybrid(const GruLayer::Attrs& attrs, const NodeView& node, PrepareContext& context,
                    nook_gru_layer_f32* p) {
  NOOK_TRY(prepare_float(attrs, node, context, p));
  return prepare_matrix_scales(node, kNookGruGates, context, p->in_scale, p->recurrent_scale);
}

}  // namespace

#define NOOK_RECURRENT(type) GruLayer##type
#include "nook/ops/families/recurrent_forms.inc"
Span<const KernelEntry> GruLayerS8::kernels() { return kS8; }

void GruLayerS8::fields(ParamsVisitor& f, const Params& p) {
  recurrence_fields(f, p.walk);
  recurrent_state_fields(f, p.state);
  f.value("x_zero", p.x_zero), f.value("reset_after", p.reset_after);
  f.value("candidate_shift", p.candidate_shift);
  f.value("in_multiplier", p.in_multiplier), f.value("recurrent_multiplier", p.recurrent_multiplier);
  f.value("in_shift", p.in_shift), f.value("recurrent_shift", p.recurrent_shift);
}

void GruLayerF32::fields(ParamsVisitor& f, const Params& p) {
  recurrence_fields(f, p.walk);
  f.value("reset_after", p.reset_after), f.value("clip", p.clip);
  recurrent_function_fields(f, "gate.kind", "gate.alpha", "gate.beta", p.gate);
  recurrent_function_fields(f, "candidate.kind", "candidate.alpha", "candidate.beta", p.candidate);
  f.value("in_scale", p.in_scale), f.value("recurrent_scale", p.recurrent_scale);
}

}  // namespace nook

NOOK_DEFINE_OP(GruLayer, gru_layer)
