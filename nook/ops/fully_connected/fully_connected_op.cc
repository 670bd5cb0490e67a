#include "nook/ops/fully_connected/fully_connected_op.h"

#include <string.h>

#include "nook/kernels/dot/armv7em_fpu/dot_1x12_f32_fpu.h"
#include "nook/kernels/dot/eights_and_twelves.h"
#include "nook/kernels/dot/pack/fixed_once.h"
#include "nook/kernels/dot/pack/pack_f32.h"
#include "nook/kernels/dot/pack/pack_four_sums.h"
#include "nook/kernels/dot/pack/pack_k16.h"
#include "nook/kernels/dot/pack/pack_lanes.h"
#include "nook/kernels/dot/pack/pack_rvv.h"
#include "nook/kernels/dot/pack/pack_s4.h"
#include "nook/kernels/dot/pairs.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/fully_connected/fully_connected_fits.h"
#include "nook/ops/fully_connected/fully_connected_one_scale.h"
#include "nook/ops/prepare/channels.h"
#include "nook/ops/prepare/hybrid.h"
#include "nook/ops/prepare/layouts.h"

namespace nook {
namespace {

struct Weights {
  using Params = nook_fully_connected_s8;
  static DotWeights weights(const Params& p, const void* const* in) {
    DotWeights w = {};
    w.outputs = p.out, w.depth = w.tap = p.in, w.w = static_cast<const int8_t*>(in[1]), w.bias = in[2];
    w.in_zero = p.in_zero, w.multiplier = p.multiplier, w.shift = p.shift, w.scale_step = p.scale_step;
    w.range = {p.out_zero, p.act_min}, w.rows = {1, p.in}, w.part = INT32_MAX;
    return w;
  }
};

struct WeightsS4 {
  using Params = nook_fully_connected_s4;
  static DotWeights weights(const Params& p, const void* const* in) {
    DotWeights w = Weights::weights(p, in);
    w.nibbles = true;
    return w;
  }
};

template <const WeightLayout& layout>
constexpr auto packed = packing_of<InLayout, Weights, layout>();
inline constexpr auto eight_outputs_s4 = packing_of<InLayout, WeightsS4, kEightS4Mve>();
inline constexpr auto outputs_1x8_s4 = packing_of<InLayout, WeightsS4, k1x8S4>();
inline constexpr auto eight_outputs = packed<kEightDsp>;
inline constexpr auto k16 = packed<kK16Dsp>;
inline constexpr auto k16_relu = packed<kK16ReluDsp>;
inline constexpr auto eight_outputs_mve = packed<kEightMve>;
inline constexpr auto one_scale_mve = packed<kOneScaleMve>;
inline constexpr auto one_scale_dsp = packed<kOneScaleDsp>;
inline constexpr auto one_scale_fpu = packed<kOneScaleFpu>;
inline constexpr auto all_64_mve = packed<k64Mve>;
inline constexpr auto eight_vnni = packed<kEightVnni>;
inline constexpr auto eight_avx2 = packed<kEightAvx2>;
inline constexpr auto eight_dotprod = packed<kEightDotprod>;
inline constexpr auto eight_neon = packed<kEightNeon>;
inline constexpr auto eight_rv32 = packed<kEightRv32>;
inline constexpr auto inputs_rvv = packed<kInputsRvv>;
inline constexpr auto in_pairs = packed<kInputPairs>;
inline constexpr auto two_outputs = packed<kTwo>;
inline constexpr auto four_thumb1 = packed<kFourThumb1>;

struct WeightsF32 {
  using Params = nook_fully_connected_f32;
  static FloatWeights weights(const Params& p, const void* const* in) { return {p.out, p.in, in[1], in[2]}; }
};
inline constexpr auto float_fours = packing_of<InLayout, WeightsF32, kFoursF32>();
inline constexpr auto float_eights = packing_of<InLayout, WeightsF32, kEightsF32>();
inline constexpr auto float_twelves = packing_of<InLayout, WeightsF32, kTwelvesF32>();
inline constexpr auto inputs_f32 = packing_of<InLayout, WeightsF32, kInputsF32>();
inline constexpr auto float_sixteens = packing_of<InLayout, WeightsF32, kSixteensF32>();
// Four rows at a time; a tile for two of them takes longer than two rows, one at a time.
bool several_rows(const Layer& l) { return l.batch >= 3; }
inline constexpr Fits float_fours_fit =
    Fits().outputs(4).output_tile(4, 4).more(several_rows).stream(stream_of<fours_bytes_f32>);
inline constexpr Fits float_eights_fit =
    Fits().outputs(8).output_tile(8, 4).stream(stream_of<eights_bytes_f32>);
inline constexpr Fits float_twelves_fit = Fits()
                                              .channels(NOOK_TWELVES_F32_INPUTS)
                                              .outputs(NOOK_LEAST_IN_TWELVES)
                                              .stream(stream_of<fours_bytes_f32>)
                                              .compiled();

int64_t bytes_in_fours(int32_t outputs, int32_t, int32_t inputs) {
  return (int64_t{outputs} + 3) / 4 * (16 + four_rows_bytes(inputs));
}
int32_t stream_bytes_four(const nook_fully_connected_s8& p) {
  return static_cast<int32_t>(bytes_in_fours(p.out, 1, p.in));
}
void pack_stream_four(const nook_fully_connected_s8& p, const void* const* in, PackedBytes& to) {
  const DotWeights all = Weights::weights(p, in);
  for (int32_t o = 0; o < p.out; o += 4) {
    const FourRows rows = four_rows_at(all.w, p.out, p.in, o);
    for (int32_t k = 0; k < 4; ++k) to.put32(rows.w[k] ? sum_of(all, rows.first + k).bias : 0);
    put_four_rows(rows, to);
  }
}
// Factors below 1/2.
bool takes_stream_four(const nook_fully_connected_s8& p, const void* const* in) {
  (void)in;
  for (int32_t o = 0; o < (p.scale_step ? p.out : 1); ++o)
    if (p.shift[o] >= 0) return false;
  return true;
}
inline constexpr Packing<nook_fully_connected_s8> four_outputs{stream_bytes_four, pack_stream_four,
                                                               takes_stream_four};

// Enough weights to justify the kernel's code.
inline constexpr Worth many_weights = {true, {}, 0, 0, 4096, 0};
// Enough to be worth keeping in 4 bits.
inline constexpr Worth some_weights = {true, {}, 0, 0, 1024, 0};
// Many weights, and few outputs that are computed twice.
inline constexpr Worth many_whole_pairs = {true, {NOOK_PAIRS, 8}, 0, 0, 4096, 0};
// Below a word of inputs, portable code is as short. Scales stay in tables, which an interpreter does not
// keep.
inline constexpr Worth words_of_inputs = {true, {}, 4, 0, 0, 0};
// Six outputs at a time, or four, over whole iterations of the loop.
inline constexpr Fits pairs_of_outputs =
    one_group.one_scale().channels(0, INT32_MAX, NOOK_ONE_SCALE_INPUTS).outputs(4, INT32_MAX, 2);

int32_t bytes_of_x(const nook_fully_connected_hybrid& p) { return p.in; }
template <class Params>
int32_t one_batch(const Params& p) {
  return bytes_of_x(p);
}
constexpr KernelEntry kShifted[] = {
    NOOK_KERNEL_ROW(FullyConnectedShifted, nook_fully_connected_shifted_dsp, kDsp, always, no_scratch,
                    disjoint, as_is) NOOK_KERNEL_ROW(FullyConnectedShifted, nook_fully_connected_shifted_ref,
                                                     kRef, always, no_scratch, disjoint, as_is)};

template <class Params>
Code prepare_shapes(const FullyConnected::Attrs& attrs, const NodeView& node, PrepareContext& context,
                    Params* p) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  NOOK_CHECK(context, w.shape.rank == 2, Reason::kRank, 1, 2, w.shape.rank);
  NOOK_CHECK(context, w.shape.elements() > 0, Reason::kElements, 1, 1, 0);
  NOOK_CHECK(context, x.shape.elements() > 0, Reason::kElements, 0, 1, 0);
  p->in = w.shape.dim[1], p->out = w.shape.dim[0];
  const int64_t packed = int64_t{p->out} * (int64_t{p->in} + 4);
  NOOK_CHECK(context, packed <= INT32_MAX, Reason::kTooLarge, 1, INT32_MAX, p->out);
  NOOK_CHECK(context, x.shape.elements() % p->in == 0, Reason::kChannels, 0, p->in, x.shape.back(0));
  p->batch = x.shape.elements() / p->in;
  const int64_t results = int64_t{p->batch} * p->out;
  NOOK_CHECK(context, results <= INT32_MAX, Reason::kTooLarge, kFirstOutput, INT32_MAX, p->out);
  NOOK_CHECK(context, y.shape.back(0) == p->out, Reason::kOutputShape, kFirstOutput, p->out, y.shape.back(0));
  NOOK_CHECK(context, y.shape.elements() == results, Reason::kElements, kFirstOutput, results,
             y.shape.elements());
  if (attrs.keep_num_dims)
    NOOK_CHECK(context, y.shape.rank == x.shape.rank, Reason::kRank, kFirstOutput, x.shape.rank,
               y.shape.rank);
  return Code::kOk;
}

// One scale for all outputs. Here TensorFlow Lite multiplies the two scales as floats, unlike scales per
// channel; the last bit of the multiplier depends on it.
Result<FixedScale> one_scale(const ScaleSource& scales) {
  const float product = scales.x * scales.w[0];
  return fixed_ratio(product, 1.0f, scales.y);
}

Code check_one_scale(int32_t most_shift, const NodeView& node, PrepareContext& context) {
  const TensorInfo& w = node.inputs[1];
  NOOK_CHECK(context, w.zero_point == 0, Reason::kZeroPoint, 1, 0, w.zero_point);
  const auto scale = one_scale(scale_source(node));
  NOOK_CHECK(context, scale && scale->shift <= most_shift, Reason::kScaleValue, 1, 0, 0);
  return Code::kOk;
}
Code check_scales(const FullyConnectedS8::Params& p, const NodeView& node, PrepareContext& context) {
  return p.scale_step ? check_channel_scales(node, p.out, context)
                      : check_one_scale(INT32_MAX, node, context);
}
Code check_scales_s16(const FullyConnectedS8::Params& p, const NodeView& node, PrepareContext& context) {
  if (p.scale_step) return check_channel_scales_s16(node, p.out, context);
  return check_one_scale(NOOK_MAX_SHIFT_S64, node, context);
}

// With a bias of this type, int64 or int32. kBadType without a reason: the bias has the other type.
Result<nook_fully_connected_s8> prepare_s16(const FullyConnected::Attrs& attrs, DType bias,
                                            const NodeView& node, PrepareContext& context) {
  NOOK_TRY(check_types_s16(node, context));
  NOOK_REQUIRE(sum_type(node, attrs.bias_type) == bias, Code::kBadType);
  nook_fully_connected_s8 p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out, bias, context));
  p.scale_step = node.inputs[1].per_tensor() ? 0 : 1;
  NOOK_TRY(bias == DType::kS32 ? check_scales(p, node, context) : check_scales_s16(p, node, context));
  const IntegerRange range = activation_range_of(attrs.activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<FullyConnectedS8::Params> prepare_s8(const FullyConnected::Attrs& attrs, const NodeView& node,
                                            DType weights, PrepareContext& context) {
  NOOK_TRY(check_types_s8(node, context, weights));
  FullyConnectedS8::Params p;  // each field separately, which is less work than clearing the struct first
  p.batch = p.in = p.out = 0, p.multiplier = nullptr, p.shift = nullptr;
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out, DType::kS32, context));
  p.scale_step = node.inputs[1].per_tensor() ? 0 : 1;
  NOOK_TRY(check_scales(p, node, context));
  p.in_zero = node.inputs[0].zero_point, p.out_zero = node.outputs[0].zero_point;
  const RangeS8 range = activation_range_s8(attrs.activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

}  // namespace

#define NOOK_TABLE FullyConnectedS8
#define NOOK_ROWS  "nook/ops/fully_connected/s8.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE FullyConnectedS4
#define NOOK_ROWS  "nook/ops/fully_connected/s4.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE FullyConnectedF32
#define NOOK_ROWS  "nook/ops/fully_connected/f32.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS
#define NOOK_TABLE FullyConnectedHybrid
#define NOOK_ROWS  "nook/ops/fully_connected/hybrid.inc"
#include "nook/ops/contract/kernel_tables.inc"
#undef NOOK_TABLE
#undef NOOK_ROWS

Span<const KernelEntry> FullyConnectedShifted::kernels() { return kShifted; }
NOOK_FORM_KERNEL(nook_fully_connected_narrow_ref, disjoint, FullyConnectedNarrow)

void FullyConnectedQuantized::fill_scales(const ScaleSource& scales, const Params& p, ScaleTables to) {
  if (p.scale_step) return fill_channel_scales(scales, p.out, to);
  const Result<FixedScale> fixed = one_scale(scales);
  to.multiplier[0] = fixed->multiplier;
  to.shift[0] = static_cast<int8_t>(fixed->shift);
}

void FullyConnectedShifted::fill_scales(const ScaleSource& scales, const Params&, ScaleTables to) {
  FullyConnectedS8::fill_scales(scales, FullyConnectedS8::Params{}, to);
}

Result<FullyConnected::Attrs> FullyConnected::parse(const NodeView& node) {
  namespace field = fields::FullyConnectedOptions;
  NOOK_REQUIRE(node.options[field::weights_format] == 0, Code::kUnsupported);  // shuffled for another runtime
  Attrs attrs;
  attrs.activation = static_cast<Activation>(node.options[field::fused_activation_function]);
  attrs.keep_num_dims = node.options[field::keep_num_dims];
  attrs.bias_type = bias_type(node.options[field::quantized_bias_type]);
  attrs.asymmetric = node.options[field::asymmetric_quantize_inputs];
  return attrs;
}

Result<FullyConnectedS8::Params> FullyConnectedS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  NOOK_REQUIRE(!is_shifted(node.inputs[1]), Code::kBadType);
  return prepare_s8(attrs, node, DType::kS8, context);
}

Result<FullyConnectedS4::Params> FullyConnectedS4::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  return prepare_s8(attrs, node, DType::kS4, context);
}

Result<FullyConnectedS16::Params> FullyConnectedS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                             PrepareContext& context) {
  return prepare_s16(attrs, DType::kS64, node, context);
}

Result<FullyConnectedS16Sum32::Params> FullyConnectedS16Sum32::prepare(const Op::Attrs& attrs,
                                                                       const NodeView& node,
                                                                       PrepareContext& context) {
  return prepare_s16(attrs, DType::kS32, node, context);
}

Result<FullyConnectedF32::Params> FullyConnectedF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                             PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kF32 && w.type == DType::kF32 && y.type == DType::kF32, Code::kBadType);
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out, DType::kF32, context));
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<FullyConnectedHybrid::Params> FullyConnectedHybrid::prepare(const Op::Attrs& attrs,
                                                                   const NodeView& node,
                                                                   PrepareContext& context) {
  NOOK_REQUIRE(!attrs.narrow, Code::kBadType);
  NOOK_TRY(check_types_hybrid(node, context));
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out, DType::kF32, context));
  NOOK_TRY(check_hybrid_scales(node, p.out, context));
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max, p.asymmetric = attrs.asymmetric;
  p.scale_step = node.inputs[1].per_tensor() ? 0 : 1;
  p.scale = keep_scales(node.inputs[1].scales, context);
  NOOK_REQUIRE(p.scale, Code::kNoMemory);
  return p;
}

Result<FullyConnectedNarrow::Params> FullyConnectedNarrow::prepare(const Op::Attrs& attrs,
                                                                   const NodeView& node,
                                                                   PrepareContext& context) {
  NOOK_REQUIRE(attrs.narrow, Code::kBadType);
  NOOK_TRY(check_types_narrow(node, context));
  Params p{};
  NOOK_TRY(prepare_shapes(attrs, node, context, &p));
  NOOK_TRY(check_bias(node, p.out, DType::kF32, context));
  const auto narrow = prepare_narrow(node, p.out, true, context);
  NOOK_REQUIRE(narrow, narrow.code());
  set_narrow(*narrow, &p);
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<FullyConnectedShifted::Params> FullyConnectedShifted::prepare(const Op::Attrs& attrs,
                                                                     const NodeView& node,
                                                                     PrepareContext& context) {
  NOOK_REQUIRE(is_shifted(node.inputs[1]), Code::kBadType);
  const WithoutShift without(node);
  const auto plain = prepare_s8(attrs, without.node(), DType::kS8, context);
  NOOK_REQUIRE(plain, plain.code());
  const auto& p = *plain;
  return Params{p.batch,    p.in,      p.out,     p.in_zero,    node.inputs[1].zero_point,
                p.out_zero, p.act_min, p.act_max, p.multiplier, p.shift};
}

void FullyConnectedQuantized::fields(ParamsVisitor& f, const Params& p) {
  const int32_t scales = scale_count(p);
  Op::geometry_fields(f, p);
  f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  f.value("scale_step", p.scale_step);
  f.table("multiplier", p.multiplier, scales), f.table("shift", p.shift, scales);
}

}  // namespace nook

NOOK_DEFINE_OP(FullyConnected, fully_connected)
