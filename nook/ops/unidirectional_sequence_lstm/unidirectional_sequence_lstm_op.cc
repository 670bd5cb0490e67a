#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_op.h"

#include "nook/kernels/dot/pack/pack_pair_f32.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/families/lstm_scales.h"
#include "nook/ops/families/recurrent_op.h"
#include "nook/ops/prepare/checks.h"
#include "nook/ops/unidirectional_sequence_lstm/unidirectional_sequence_lstm_pack.h"

namespace nook {
namespace {

// The first of the four operands of each kind.
enum Operands : uint8_t { kX, kFromX = 1, kRecurrent = 5, kPeephole = 9, kBias = 12, kHidden = 18, kCell };

bool s16_of_32_bits(const nook_unidirectional_sequence_lstm& p) {
  return p.in <= NOOK_LSTM_MOST_OF_32_BITS && p.cells <= NOOK_LSTM_MOST_OF_32_BITS;
}

constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS8, nook_unidirectional_sequence_lstm_s8_mve, kMve, of_few,
                    no_scratch, disjoint, kGatesMve)
        NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS8, nook_unidirectional_sequence_lstm_s8_dsp, kDsp, of_few,
                        no_scratch, disjoint, kGates)
            NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS8, nook_unidirectional_sequence_lstm_s8_dsp_rows, kDsp,
                            always, no_scratch, disjoint, as_is)
                NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS8, nook_unidirectional_sequence_lstm_s8_rvv, kRvv,
                                of_few, no_scratch, disjoint, kGatesRvv)
                    NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS8, nook_unidirectional_sequence_lstm_s8_ref,
                                    kRef, always, no_scratch, disjoint, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS16, nook_unidirectional_sequence_lstm_s16_mve, kMve,
                    s16_of_few, no_scratch, disjoint, kGatesS16Mve)
        NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS16, nook_unidirectional_sequence_lstm_s16_dsp, kDsp,
                        s16_of_few, no_scratch, disjoint, kGatesS16)
            NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS16, nook_unidirectional_sequence_lstm_s16_dsp_rows,
                            kDsp, s16_of_32_bits, no_scratch, disjoint, as_is)
                NOOK_KERNEL_ROW(UnidirectionalSequenceLstmS16, nook_unidirectional_sequence_lstm_s16_ref,
                                kRef, always, no_scratch, disjoint, as_is)};

bool eight_cells(const nook_unidirectional_sequence_lstm_f32& p) { return p.cells >= 8; }

// The packed gates for dot_pair_f32.h, whose outputs are at least eight.
int64_t bytes_of_gates(const nook_unidirectional_sequence_lstm_f32& p) {
  return pair_bytes_f32(int64_t{kNookLstmGates} * p.cells, p.in, p.cells);
}
bool two_cells(const nook_unidirectional_sequence_lstm_f32& p) {
  return p.cells >= 2 && bytes_of_gates(p) <= INT32_MAX;
}
int32_t packed_float_gates(const nook_unidirectional_sequence_lstm_f32& p) {
  return static_cast<int32_t>(bytes_of_gates(p));
}
// The operands of the gates, in the order of the kernel.
struct FloatGates {
  const void *w[kNookLstmGates], *r[kNookLstmGates], *bias[kNookLstmGates];
  explicit FloatGates(const void* const* in) {
    constexpr int kOrder[] = {kNookLstmInput, kNookLstmForget, kNookLstmOutput, kNookLstmCell};
    for (int g = 0; g < kNookLstmGates; ++g)
      w[g] = in[kFromX + kOrder[g]], r[g] = in[kRecurrent + kOrder[g]], bias[g] = in[kBias + kOrder[g]];
  }
  FloatPair pair_of(const nook_unidirectional_sequence_lstm_f32& p, bool by_gate = false) const {
    return {kNookLstmGates, p.cells, p.in, p.cells, w, r, nullptr, bias, by_gate};
  }
};
void pack_float_gates(const nook_unidirectional_sequence_lstm_f32& p, const void* const* in,
                      PackedBytes& to) {
  const FloatGates gates(in);
  pack_pair_f32(gates.pair_of(p), to);
}
constexpr Packing<nook_unidirectional_sequence_lstm_f32> float_gates = {packed_float_gates, pack_float_gates};

// Several steps at a time, whose rows of x follow each other.
bool four_steps(const nook_unidirectional_sequence_lstm_f32& p) {
  return p.steps >= NOOK_LSTM_STEPS && p.cells % 2 == 0 && (!p.time_major || p.batch == 1) && two_cells(p);
}
int32_t sums_of_steps(const nook_unidirectional_sequence_lstm_f32& p) {
  return NOOK_LSTM_STEPS * kNookLstmGates * 4 * p.cells;
}
// As many steps as make up for a copy of the weights of the hidden state, where flash has wait states.
bool many_steps(const nook_unidirectional_sequence_lstm_f32& p) {
  constexpr int32_t kMany = 8, kMostCells = 32;
  return p.steps >= kMany && p.cells <= kMostCells && four_steps(p);
}
int32_t sums_and_weights(const nook_unidirectional_sequence_lstm_f32& p) {
  return sums_of_steps(p) + kNookLstmGates * 4 * p.cells * p.cells;
}
int32_t packed_float_steps(const nook_unidirectional_sequence_lstm_f32& p) {
  return static_cast<int32_t>(two_parts_bytes_f32(int64_t{kNookLstmGates} * p.cells, p.in, p.cells));
}
template <bool by_gate>
void pack_float_steps(const nook_unidirectional_sequence_lstm_f32& p, const void* const* in,
                      PackedBytes& to) {
  const FloatGates gates(in);
  pack_two_parts_f32(gates.pair_of(p, by_gate), to);
}
template <bool by_gate>
constexpr Packing<nook_unidirectional_sequence_lstm_f32> float_steps = {packed_float_steps,
                                                                        pack_float_steps<by_gate>};
bool steps_of_fours(const nook_unidirectional_sequence_lstm_f32& p) {
  return p.cells % 4 == 0 && four_steps(p);
}
int32_t sums_of_more(const nook_unidirectional_sequence_lstm_f32& p) {
  return sums_of_steps(p) + kNookLstmGates * 4 * p.cells;
}
constexpr KernelEntry kF32[] = {
    NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32, nook_unidirectional_sequence_lstm_f32_mve_steps, kMve,
                    steps_of_fours, sums_of_more, disjoint,
                    float_steps<true>) NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32,
                                                       nook_unidirectional_sequence_lstm_f32_mve_packed, kMve,
                                                       two_cells, no_scratch, disjoint, float_gates)
        NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32, nook_unidirectional_sequence_lstm_f32_fpu_copied, kFpu,
                        many_steps, sums_and_weights, disjoint, float_steps<false>)
            NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32, nook_unidirectional_sequence_lstm_f32_fpu_steps,
                            kFpu, four_steps, sums_of_steps, disjoint, float_steps<false>)
                NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32,
                                nook_unidirectional_sequence_lstm_f32_fpu_packed, kFpu, two_cells, no_scratch,
                                disjoint, float_gates)
                    NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32, nook_unidirectional_sequence_lstm_f32_fpu,
                                    kFpu, eight_cells, no_scratch, disjoint, as_is)
                        NOOK_KERNEL_ROW(UnidirectionalSequenceLstmF32,
                                        nook_unidirectional_sequence_lstm_f32_ref, kRef, always, no_scratch,
                                        disjoint, as_is)};

template <class Params>
int32_t bytes_of_rows(const Params& p) {
  return p.in + p.cells;
}
constexpr KernelEntry kHybrid[] = {NOOK_KERNEL_ROW(UnidirectionalSequenceLstmHybrid,
                                                   nook_unidirectional_sequence_lstm_hybrid_ref, kRef, always,
                                                   bytes_of_rows, disjoint, as_is)};

// Checks all types; kBadType: not this form.
Code check_types(const NodeView& node, DType activation, DType weights, DType bias, DType cell) {
  const auto is = [&](size_t i, DType type) { return node.inputs[i].type == type; };
  bool right =
      is(kX, activation) && is(kHidden, activation) && is(kCell, cell) && node.outputs[0].type == activation;
  for (size_t g = 0; g < kNookLstmGates; ++g) {
    right = right && is(kFromX + g, weights) && is(kRecurrent + g, weights);
    right = right && (!node.inputs[kBias + g].present() || is(kBias + g, bias));
  }
  return right ? Code::kOk : Code::kBadType;
}

Code check_matrix(const TensorInfo& t, size_t operand, int32_t rows, int32_t columns,
                  PrepareContext& context) {
  NOOK_CHECK(context, t.shape.rank == 2, Reason::kRank, operand, 2, t.shape.rank);
  NOOK_CHECK(context, t.shape.dim[0] == rows, Reason::kChannels, operand, rows, t.shape.dim[0]);
  NOOK_CHECK(context, t.shape.dim[1] == columns, Reason::kChannels, operand, columns, t.shape.dim[1]);
  return Code::kOk;
}

template <class Params>
Code prepare_shapes(const UnidirectionalSequenceLstm::Attrs& attrs, const NodeView& node,
                    PrepareContext& context, Params* p) {
  const TensorInfo &x = node.inputs[kX], &w = node.inputs[kFromX];
  NOOK_CHECK(context, attrs.fused_activation == Activation::kTanh, Reason::kActivation, kX, Activation::kTanh,
             attrs.fused_activation);
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const bool other = UnidirectionalSequenceLstm::kSignature.at(i).role == Role::kPrepared;
    NOOK_CHECK(context, !other || !node.inputs[i].present(), Reason::kAttribute, i, 0, 1);
  }
  NOOK_CHECK(context, x.shape.rank == 3, Reason::kRank, kX, 3, x.shape.rank);
  NOOK_CHECK(context, w.shape.rank == 2, Reason::kRank, kFromX, 2, w.shape.rank);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, kX, 1, 0);
  p->time_major = attrs.time_major;
  p->batch = x.shape.dim[attrs.time_major ? 1 : 0], p->steps = x.shape.dim[attrs.time_major ? 0 : 1];
  p->in = x.shape.dim[2], p->cells = w.shape.dim[0];
  NOOK_CHECK(context, p->cells > 0, Reason::kElements, kFromX, 1, 0);
  for (size_t i = kFromX; i < kPeephole; ++i)
    NOOK_TRY(check_matrix(node.inputs[i], i, p->cells, i < kRecurrent ? p->in : p->cells, context));
  for (size_t i = kHidden; i <= kCell; ++i)
    NOOK_TRY(check_matrix(node.inputs[i], i, p->batch, p->cells, context));
  for (size_t i = kBias; i < kBias + kNookLstmGates; ++i) {
    const TensorInfo& bias = node.inputs[i];
    if (bias.present())
      NOOK_CHECK(context, bias.shape.elements() == p->cells, Reason::kBiasShape, i, p->cells,
                 bias.shape.elements());
  }
  Shape expected = x.shape;
  expected.dim[2] = p->cells;
  return check_output_shape(node.outputs[0], expected, context);
}

Result<nook_unidirectional_sequence_lstm> prepare_fixed(const UnidirectionalSequenceLstm::Attrs& attrs,
                                                        const NodeView& node, int32_t widest,
                                                        PrepareContext& context) {
  nook_unidirectional_sequence_lstm p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  const TensorInfo& cell = node.inputs[kCell];
  NOOK_TRY(check_recurrent_scale(cell, kCell, true, context));
  const LstmStates states = {node.inputs[kHidden], kHidden, cell.scale(), kCell, attrs.cell_clip};
  NOOK_TRY(prepare_lstm_scales(node, states, widest, context, &p));
  return p;
}

}  // namespace

NOOK_FORM_TABLE(UnidirectionalSequenceLstmS8, kS8)
NOOK_FORM_TABLE(UnidirectionalSequenceLstmS16, kS16)
NOOK_FORM_TABLE(UnidirectionalSequenceLstmF32, kF32)
Span<const KernelEntry> UnidirectionalSequenceLstmHybrid::kernels() { return kHybrid; }

Result<UnidirectionalSequenceLstm::Attrs> UnidirectionalSequenceLstm::parse(const NodeView& node) {
  namespace field = fields::UnidirectionalSequenceLSTMOptions;
  return Attrs{static_cast<Activation>(node.options[field::fused_activation_function]),
               node.options[field::cell_clip], node.options[field::time_major],
               node.options[field::asymmetric_quantize_inputs]};
}

Result<UnidirectionalSequenceLstmS8::Params> UnidirectionalSequenceLstmS8::prepare(const Op::Attrs& attrs,
                                                                                   const NodeView& node,
                                                                                   PrepareContext& context) {
  NOOK_TRY(check_types(node, DType::kS8, DType::kS8, DType::kS32, DType::kS16));
  return prepare_fixed(attrs, node, 30, context);
}

Result<UnidirectionalSequenceLstmS8::Params> UnidirectionalSequenceLstmS16::prepare(const Op::Attrs& attrs,
                                                                                    const NodeView& node,
                                                                                    PrepareContext& context) {
  NOOK_TRY(check_types(node, DType::kS16, DType::kS8, DType::kS64, DType::kS16));
  return prepare_fixed(attrs, node, 7, context);
}

Result<UnidirectionalSequenceLstmF32::Params> UnidirectionalSequenceLstmF32::prepare(
    const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_types(node, DType::kF32, DType::kF32, DType::kF32, DType::kF32));
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  p.cell_clip = attrs.cell_clip > 0 ? attrs.cell_clip : 0;
  return p;
}

Result<UnidirectionalSequenceLstmHybrid::Params> UnidirectionalSequenceLstmHybrid::prepare(
    const Op::Attrs& attrs, const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_types(node, DType::kF32, DType::kS8, DType::kF32, DType::kF32));
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_CHECK(context, p.in <= INT32_MAX - p.cells, Reason::kTooLarge, kX, INT32_MAX - p.cells, p.in);
  NOOK_TRY(prepare_matrix_scales(node, kNookLstmGates, context, p.in_scale, p.recurrent_scale));
  p.cell_clip = attrs.cell_clip > 0 ? attrs.cell_clip : 0;
  p.asymmetric = attrs.asymmetric;
  return p;
}

void UnidirectionalSequenceLstmHybrid::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("steps", p.steps), f.value("in", p.in), f.value("cells", p.cells);
  f.value("time_major", p.time_major), f.value("asymmetric", p.asymmetric);
  f.value("cell_clip", p.cell_clip);
  f.value("in_scale", p.in_scale), f.value("recurrent_scale", p.recurrent_scale);
}

void UnidirectionalSequenceLstmS8::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("steps", p.steps), f.value("in", p.in), f.value("cells", p.cells);
  f.value("time_major", p.time_major);
  f.value("x_zero", p.x_zero), f.value("hidden_zero", p.hidden_zero), f.value("cell_clip", p.cell_clip);
  f.value("in_multiplier", p.in_multiplier), f.value("recurrent_multiplier", p.recurrent_multiplier);
  f.value("keep_multiplier", p.keep_multiplier), f.value("add_multiplier", p.add_multiplier);
  f.value("out_multiplier", p.out_multiplier), f.value("tanh_multiplier", p.tanh_multiplier);
  f.value("in_shift", p.in_shift), f.value("recurrent_shift", p.recurrent_shift);
  f.value("keep_shift", p.keep_shift), f.value("add_shift", p.add_shift);
  f.value("out_shift", p.out_shift), f.value("tanh_shift", p.tanh_shift);
}

void UnidirectionalSequenceLstmF32::fields(ParamsVisitor& f, const Params& p) {
  f.value("batch", p.batch), f.value("steps", p.steps), f.value("in", p.in), f.value("cells", p.cells);
  f.value("time_major", p.time_major), f.value("cell_clip", p.cell_clip);
}

}  // namespace nook

NOOK_DEFINE_OP(UnidirectionalSequenceLstm, unidirectional_sequence_lstm)
