#include "nook/ops/lstm_layer/lstm_layer_op.h"

#include "nook/core/fixed_point.h"
#include "nook/kernels/dot/pack/pack_pair_f32.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/families/lstm_scales.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_pack.h"

namespace nook {
namespace {

enum LstmLayerOperands : int { kPeepholes = 9, kBias = 12, kHidden = 16, kCell, kLengths };

RecurrentShape shape_of(const LstmLayer::Attrs& a) {
  return {kNookLstmGates, kBias,     kNookLstmGates, kHidden, kCell, kLengths,
          a.time_major,   a.reverse, a.sequence,     a.last,  a.cell};
}

// The packed weights of a step, for the Params of a layer.
template <const LstmPacking& steps>
struct OfLayer {
  using Params = nook_lstm_layer;
  static int32_t bytes(const Params& p) { return steps.bytes(p.step); }
  static bool takes(const Params& p, const void* const* in) { return steps.takes(p.step, in); }
  static void pack(const Params& p, const void* const* in, PackedBytes& to) { steps.pack(p.step, in, to); }
};
using OfGates = OfLayer<kGates>;
using OfGatesMve = OfLayer<kGatesMve>;
inline constexpr Packing<nook_lstm_layer> gates = {OfGates::bytes, OfGates::pack, OfGates::takes},
                                          gates_mve = {OfGatesMve::bytes, OfGatesMve::pack};

bool few(const nook_lstm_layer& p) { return of_few(p.step); }
int32_t states_s8(const nook_lstm_layer& p) { return nook_recurrent_scratch(&p.walk, 2, 1, 1); }
int32_t states_s16(const nook_lstm_layer& p) { return nook_recurrent_scratch(&p.walk, 2, 2, 2); }
int32_t states_f32(const nook_lstm_layer_f32& p) { return nook_recurrent_scratch(&p.walk, 4, 4, 4); }
int32_t states_and_bytes(const nook_lstm_layer_hybrid& p) {
  return nook_recurrent_scratch(&p.walk, 4, 4, 4) + p.walk.in + p.walk.cells;
}

constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(LstmLayerS8, nook_lstm_layer_s8_mve, kMve, few, states_s8, disjoint, gates_mve)
        NOOK_KERNEL_ROW(LstmLayerS8, nook_lstm_layer_s8_dsp, kDsp, few, states_s8, disjoint, gates)
            NOOK_KERNEL_ROW(LstmLayerS8, nook_lstm_layer_s8_dsp_rows, kDsp, always, states_s8, disjoint,
                            as_is) NOOK_KERNEL_ROW(LstmLayerS8, nook_lstm_layer_s8_ref, kRef, always,
                                                   states_s8, disjoint, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(LstmLayerS16, nook_lstm_layer_s16_dsp, kDsp, always, states_s16, disjoint, as_is)
        NOOK_KERNEL_ROW(LstmLayerS16, nook_lstm_layer_s16_ref, kRef, always, states_s16, disjoint, as_is)};
// The packed gates for f32_fpu.c, which has no peepholes.
int64_t bytes_of_gates(const nook_recurrence& w) {
  return pair_bytes_f32(int64_t{kNookLstmGates} * w.cells, w.in, w.cells);
}
bool two_cells(const nook_lstm_layer_f32& p) {
  return p.walk.cells >= 2 && bytes_of_gates(p.walk) <= INT32_MAX;
}
int32_t packed_gates(const nook_lstm_layer_f32& p) { return static_cast<int32_t>(bytes_of_gates(p.walk)); }
void pack_float_gates(const nook_lstm_layer_f32& p, const void* const* in, PackedBytes& to) {
  const nook_recurrence& w = p.walk;
  pack_pair_f32(
      {kNookLstmGates, w.cells, w.in, w.cells, in + 1, in + 1 + kNookLstmGates, in + kBias, nullptr}, to);
}
bool takes_float_gates(const nook_lstm_layer_f32&, const void* const* in) {
  return !in[kPeepholes] && !in[kPeepholes + 1] && !in[kPeepholes + 2];
}
constexpr Packing<nook_lstm_layer_f32> float_gates = {packed_gates, pack_float_gates, takes_float_gates};

constexpr KernelEntry kF32[] = {
    NOOK_KERNEL_ROW(LstmLayerF32, nook_lstm_layer_f32_mve, kMve, two_cells, states_f32, disjoint, float_gates)
        NOOK_KERNEL_ROW(LstmLayerF32, nook_lstm_layer_f32_fpu, kFpu, two_cells, states_f32, disjoint,
                        float_gates) NOOK_KERNEL_ROW(LstmLayerF32, nook_lstm_layer_f32_ref, kRef, always,
                                                     states_f32, disjoint, as_is)};
constexpr KernelEntry kHybrid[] = {NOOK_KERNEL_ROW(LstmLayerHybrid, nook_lstm_layer_hybrid_ref, kRef, always,
                                                   states_and_bytes, disjoint, as_is)};

// Peepholes are checked like biases of x's type; forms of int8 matrices have none.
Code check_peepholes(const NodeView& node, int32_t cells, bool supported, PrepareContext& context) {
  for (int i = kPeepholes; i < kBias; ++i) {
    if (static_cast<size_t>(i) >= node.inputs.size()) break;
    const TensorInfo& t = node.inputs[static_cast<size_t>(i)];
    if (!t.present()) continue;
    NOOK_CHECK(context, supported, Reason::kAttribute, i, 0, 1);
    NOOK_REQUIRE(t.type == DType::kF32, Code::kBadType);
    NOOK_CHECK(context, t.shape.elements() == cells, Reason::kBiasShape, i, cells, t.shape.elements());
  }
  return Code::kOk;
}

// Forms of int8 matrices have the usual functions.
Code check_usual(const LstmLayer::Attrs& a, PrepareContext& context) {
  NOOK_CHECK(context, !a.coupled, Reason::kAttribute, 0, 0, 1);
  NOOK_TRY(check_integer_gates(a.clip, a.gate, a.candidate, context));
  NOOK_CHECK(context, a.output == kNookRecurrentTanh, Reason::kAttribute, 0, kNookRecurrentTanh, a.output);
  return Code::kOk;
}

template <class Params>
Code prepare_walk(const LstmLayer::Attrs& attrs, const NodeView& node, bool peepholes,
                  PrepareContext& context, Params* p) {
  NOOK_TRY(prepare_recurrence(shape_of(attrs), node, context, &p->walk));
  return check_peepholes(node, p->walk.cells, peepholes, context);
}

// The step of one sequence.
template <class Step>
void prepare_step(const nook_recurrence& walk, Step* step) {
  step->batch = step->steps = 1, step->in = walk.in, step->cells = walk.cells;
}

Result<nook_lstm_layer> prepare_fixed(const LstmLayer::Attrs& attrs, const NodeView& node, int32_t widest,
                                      PrepareContext& context) {
  nook_lstm_layer p{};
  NOOK_TRY(prepare_walk(attrs, node, false, context, &p));
  NOOK_TRY(check_usual(attrs, context));
  NOOK_CHECK(context, attrs.cell_power >= -30 && attrs.cell_power <= 2, Reason::kAttribute, 0, -11,
             attrs.cell_power);
  prepare_step(p.walk, &p.step);
  const float cell_scale = recurrent_power_of_two(attrs.cell_power);
  const LstmStates states = {node.outputs[0], kFirstOutput, cell_scale, kFirstOutput, 0};
  NOOK_TRY(prepare_lstm_scales(node, states, widest, context, &p.step));
  NOOK_TRY(check_recurrent_states(shape_of(attrs), node, cell_scale, context));
  return p;
}

Code prepare_float(const LstmLayer::Attrs& a, const NodeView& node, PrepareContext& context,
                   nook_lstm_layer_f32* p) {
  NOOK_TRY(prepare_walk(a, node, true, context, p));
  p->coupled = a.coupled, p->clip = a.clip > 0 ? a.clip : 0;
  p->gate = {a.gate, a.gate_alpha, a.gate_beta};
  p->candidate = {a.candidate, a.candidate_alpha, a.candidate_beta};
  p->output = {a.output, a.output_alpha, a.output_beta};
  NOOK_TRY(check_recurrent_function(p->gate, context));
  NOOK_TRY(check_recurrent_function(p->candidate, context));
  return check_recurrent_function(p->output, context);
}

Code prepare_hybrid(const LstmLayer::Attrs& attrs, const NodeView& node, PrepareContext& context,
                    nook_lstm_layer_hybrid* p) {
  NOOK_TRY(prepare_walk(attrs, node, false, context, p));
  NOOK_TRY(check_usual(attrs, context));
  prepare_step(p->walk, &p->step);
  p->step.asymmetric = attrs.asymmetric;
  return prepare_matrix_scales(node, kNookLstmGates, context, p->step.in_scale, p->step.recurrent_scale);
}

}  // namespace

#define NOOK_RECURRENT(type) LstmLayer##type
#include "nook/ops/families/recurrent_forms.inc"
NOOK_FORM_TABLE(LstmLayerS8, kS8)

void LstmLayerS8::fields(ParamsVisitor& f, const Params& p) {
  const nook_unidirectional_sequence_lstm& s = p.step;
  recurrence_fields(f, p.walk);
  f.value("step.batch", s.batch), f.value("step.steps", s.steps);
  f.value("step.in", s.in), f.value("step.cells", s.cells), f.value("step.time_major", s.time_major);
  f.value("step.x_zero", s.x_zero), f.value("step.hidden_zero", s.hidden_zero);
  f.value("step.cell_clip", s.cell_clip);
  f.value("step.in_multiplier", s.in_multiplier);
  f.value("step.recurrent_multiplier", s.recurrent_multiplier);
  f.value("step.keep_multiplier", s.keep_multiplier), f.value("step.add_multiplier", s.add_multiplier);
  f.value("step.out_multiplier", s.out_multiplier), f.value("step.tanh_multiplier", s.tanh_multiplier);
  f.value("step.in_shift", s.in_shift), f.value("step.recurrent_shift", s.recurrent_shift);
  f.value("step.keep_shift", s.keep_shift), f.value("step.add_shift", s.add_shift);
  f.value("step.out_shift", s.out_shift), f.value("step.tanh_shift", s.tanh_shift);
}

void LstmLayerS16::fields(ParamsVisitor& f, const Params& p) { LstmLayerS8::fields(f, p); }

void LstmLayerF32::fields(ParamsVisitor& f, const Params& p) {
  recurrence_fields(f, p.walk);
  f.value("coupled", p.coupled), f.value("clip", p.clip);
  recurrent_function_fields(f, "gate.kind", "gate.alpha", "gate.beta", p.gate);
  recurrent_function_fields(f, "candidate.kind", "candidate.alpha", "candidate.beta", p.candidate);
  recurrent_function_fields(f, "output.kind", "output.alpha", "output.beta", p.output);
}

void LstmLayerHybrid::fields(ParamsVisitor& f, const Params& p) {
  const nook_unidirectional_sequence_lstm_hybrid& s = p.step;
  recurrence_fields(f, p.walk);
  f.value("step.batch", s.batch), f.value("step.steps", s.steps);
  f.value("step.in", s.in), f.value("step.cells", s.cells), f.value("step.time_major", s.time_major);
  f.value("step.asymmetric", s.asymmetric), f.value("step.cell_clip", s.cell_clip);
  f.value("step.in_scale", s.in_scale), f.value("step.recurrent_scale", s.recurrent_scale);
}

}  // namespace nook

NOOK_DEFINE_OP(LstmLayer, lstm_layer)
