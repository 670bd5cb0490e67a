#include "nook/ops/transpose_conv/transpose_conv_op.h"

#include "nook/core/fixed_point.h"
#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/families/unary_op.h"
#include "nook/ops/prepare/channels.h"
#include "nook/ops/prepare/sliding.h"
#include "nook/ops/transpose_conv/transpose_conv_pack.h"

namespace nook {
namespace {

template <class Params>
bool has_phases(const Params& p) {
  return transpose_conv_has_phases(p.shape);
}
template <class Params>
bool is_small(const Params& p) {
  return has_phases(p) && transpose_conv_scratch(p.shape) <= 4 * NOOK_TRANSPOSE_CONV_SMALL;
}
template <class Params>
int32_t of_an_output(const Params& p) {
  return transpose_conv_scratch(p.shape);
}

// Likewise for Helium.
bool is_small_mve(const nook_transpose_conv_s16& p) {
  return has_phases(p) && transpose_conv_scratch_mve(p.shape) <= 4 * NOOK_TRANSPOSE_CONV_SMALL;
}
int32_t of_an_output_mve(const nook_transpose_conv_s16& p) { return transpose_conv_scratch_mve(p.shape); }

// For the kernels that read the model's weights.
bool of_four(const nook_transpose_conv_s8& p) { return p.shape.out_c >= 4; }
bool s16_of_four(const nook_transpose_conv_s16& p) {
  return p.shape.out_c >= 4 && p.shape.in_c <= NOOK_TRANSPOSE_CONV_MOST_OF_32_BITS;
}

constexpr KernelEntry kS8[] = {
    NOOK_KERNEL_ROW(TransposeConvS8, nook_transpose_conv_s8_dsp_stack, kDsp, is_small, no_scratch, disjoint,
                    kPhases) NOOK_KERNEL_ROW(TransposeConvS8, nook_transpose_conv_s8_dsp, kDsp, has_phases,
                                             of_an_output, disjoint, kPhases)
        NOOK_KERNEL_ROW(TransposeConvS8, nook_transpose_conv_s8_dsp_rows, kDsp, of_four, no_scratch, disjoint,
                        as_is) NOOK_KERNEL_ROW(TransposeConvS8, nook_transpose_conv_s8_ref, kRef, always,
                                               no_scratch, disjoint, as_is)};
constexpr KernelEntry kS16[] = {
    NOOK_KERNEL_ROW(TransposeConvS16, nook_transpose_conv_s16_mve_stack, kMve, is_small_mve, no_scratch,
                    disjoint, kPhasesS16Mve) NOOK_KERNEL_ROW(TransposeConvS16, nook_transpose_conv_s16_mve,
                                                             kMve, has_phases, of_an_output_mve, disjoint,
                                                             kPhasesS16Mve)
        NOOK_KERNEL_ROW(TransposeConvS16, nook_transpose_conv_s16_dsp_stack, kDsp, is_small, no_scratch,
                        disjoint, kPhasesS16) NOOK_KERNEL_ROW(TransposeConvS16, nook_transpose_conv_s16_dsp,
                                                              kDsp, has_phases, of_an_output, disjoint,
                                                              kPhasesS16)
            NOOK_KERNEL_ROW(TransposeConvS16, nook_transpose_conv_s16_dsp_rows, kDsp, s16_of_four, no_scratch,
                            disjoint, as_is) NOOK_KERNEL_ROW(TransposeConvS16, nook_transpose_conv_s16_ref,
                                                             kRef, always, no_scratch, disjoint, as_is)};
bool has_tiles(const nook_transpose_conv_f32& p) { return transpose_conv_has_tiles(p.shape); }

constexpr KernelEntry kF32[] = {NOOK_KERNEL_ROW(TransposeConvF32, nook_transpose_conv_f32_mve, kMve,
                                                has_tiles, no_scratch, disjoint, kPhasesF32)
                                    NOOK_KERNEL_ROW(TransposeConvF32, nook_transpose_conv_f32_fpu, kFpu,
                                                    has_tiles, no_scratch, disjoint, kPhasesF32)
                                        NOOK_KERNEL_ROW(TransposeConvF32, nook_transpose_conv_f32_ref, kRef,
                                                        always, no_scratch, disjoint, as_is)};

constexpr RowInvoke kRowsS8[] = {linked_row<TransposeConvS8, kDsp, nook_transpose_conv_s8_dsp_stack_row>(),
                                 linked_row<TransposeConvS8, kDsp, nook_transpose_conv_s8_dsp_row>(),
                                 linked_row<TransposeConvS8, kDsp, nook_transpose_conv_s8_dsp_rows_row>(),
                                 linked_row<TransposeConvS8, kRef, nook_transpose_conv_s8_ref_row>()};
constexpr RowInvoke kRowsS16[] = {linked_row<TransposeConvS16, kMve, nook_transpose_conv_s16_mve_stack_row>(),
                                  linked_row<TransposeConvS16, kMve, nook_transpose_conv_s16_mve_row>(),
                                  linked_row<TransposeConvS16, kDsp, nook_transpose_conv_s16_dsp_stack_row>(),
                                  linked_row<TransposeConvS16, kDsp, nook_transpose_conv_s16_dsp_row>(),
                                  linked_row<TransposeConvS16, kDsp, nook_transpose_conv_s16_dsp_rows_row>(),
                                  linked_row<TransposeConvS16, kRef, nook_transpose_conv_s16_ref_row>()};
constexpr RowInvoke kRowsF32[] = {linked_row<TransposeConvF32, kMve, nook_transpose_conv_f32_mve_row>(),
                                  linked_row<TransposeConvF32, kFpu, nook_transpose_conv_f32_fpu_row>(),
                                  linked_row<TransposeConvF32, kRef, nook_transpose_conv_f32_ref_row>()};

void shape_fields(ParamsVisitor& f, const nook_transpose_conv_shape& s) {
  f.value("shape.batch", s.batch), f.value("shape.in_h", s.in_h), f.value("shape.in_w", s.in_w);
  f.value("shape.in_c", s.in_c), f.value("shape.out_h", s.out_h), f.value("shape.out_w", s.out_w);
  f.value("shape.out_c", s.out_c);
  f.value("shape.filter_h", s.filter_h), f.value("shape.filter_w", s.filter_w);
  f.value("shape.stride_h", s.stride_h), f.value("shape.stride_w", s.stride_w);
  f.value("shape.pad_top", s.pad_top), f.value("shape.pad_left", s.pad_left);
}

// Operands in the order of other convolutions: x, w, bias.
constexpr int8_t kOperandOf[] = {2, 1, 3};
struct Operands {
  TensorInfo in[3];
  NodeView node;

  explicit Operands(const NodeView& from) : node(from) {
    for (size_t i = 0; i < 3; ++i) {
      const size_t k = static_cast<size_t>(kOperandOf[i]);
      if (k < from.inputs.size()) in[i] = from.inputs[k];
    }
    node.inputs = {in, 3};
  }
};

// Converts the result of a check on a node in that order to the node in the order of the model.
template <class Params>
Result<Params> as_in_model(const Result<Params>& prepared, PrepareContext& context) {
  const Reason why = prepared ? Reason::kNone : context.refusal.reason;
  const bool of_operand = why != Reason::kNone && why != Reason::kPersistent && context.refusal.operand < 3;
  if (of_operand) context.refusal.operand = kOperandOf[context.refusal.operand];
  return prepared;
}

Code prepare_shape(const TransposeConv::Attrs& attrs, const NodeView& node, PrepareContext& context,
                   nook_transpose_conv_shape* s) {
  NOOK_CHECK(context, is_clamp(attrs.activation), Reason::kActivation, 0, 0, attrs.activation);
  NOOK_TRY(prepare_image(node, context, s));
  const Shape &w = node.inputs[1].shape, &y = node.outputs[0].shape;
  NOOK_CHECK(context, w.rank == 4, Reason::kRank, 1, 4, w.rank);
  NOOK_CHECK(context, w.elements() > 0, Reason::kElements, 1, 1, 0);
  NOOK_CHECK(context, y.elements() > 0, Reason::kElements, kFirstOutput, 1, 0);
  NOOK_CHECK(context, w.dim[3] == s->in_c, Reason::kChannels, 1, s->in_c, w.dim[3]);
  NOOK_CHECK(context, y.dim[0] == s->batch, Reason::kOutputShape, kFirstOutput, s->batch, y.dim[0]);
  NOOK_CHECK(context, y.dim[3] == w.dim[0], Reason::kOutputShape, kFirstOutput, w.dim[0], y.dim[3]);
  s->out_h = y.dim[1], s->out_w = y.dim[2], s->out_c = w.dim[0];
  s->filter_h = w.dim[1], s->filter_w = w.dim[2];
  NOOK_CHECK(context, attrs.stride_h > 0, Reason::kStride, 0, 1, attrs.stride_h);
  NOOK_CHECK(context, attrs.stride_w > 0, Reason::kStride, 0, 1, attrs.stride_w);
  s->stride_h = attrs.stride_h, s->stride_w = attrs.stride_w;
  // The filter slides over y. The number of its positions is not compared with x: rows and columns of x that
  // fall outside y contribute nothing, as in TensorFlow Lite Micro.
  const PadMode mode = attrs.padding.mode;
  NOOK_CHECK(context, mode != PadMode::kExplicit, Reason::kPadding, 0, 0, mode);
  const auto rows = place({s->out_h, s->filter_h, s->stride_h, 1}, mode, 0, 0);
  NOOK_CHECK(context, rows, Reason::kFilter, 1, s->out_h, s->filter_h);
  const auto columns = place({s->out_w, s->filter_w, s->stride_w, 1}, mode, 0, 0);
  NOOK_CHECK(context, columns, Reason::kFilter, 1, s->out_w, s->filter_w);
  s->pad_top = rows->before, s->pad_left = columns->before;
  // Kernels multiply strides by the bytes of a pixel, even if only one position of x reaches y.
  const int32_t down = s->out_h + s->pad_top, along = s->out_w + s->pad_left;
  if (s->stride_h > down) s->stride_h = down;
  if (s->stride_w > along) s->stride_w = along;
  const int64_t back = int64_t{s->stride_w} * s->in_c;
  NOOK_CHECK(context, back <= INT32_MAX, Reason::kTooLarge, 0, INT32_MAX, s->stride_w);
  return Code::kOk;
}

// `real` in units of `scale`, ties rounded away from zero; clamped to int16.
int32_t in_units(float real, float scale) {
  const float q = real / scale;
  if (!(q < 32767.0f)) return 32767;
  const int32_t whole = static_cast<int32_t>(q);
  return whole + (q - static_cast<float>(whole) >= 0.5f);
}

// The fused activation in the units of an output without a zero point.
void clamp_s16(Activation activation, float scale, nook_transpose_conv_s16* p) {
  const bool ones = activation == Activation::kReluN1To1;
  p->act_min = ones ? -in_units(1, scale) : activation == Activation::kNone ? -32768 : 0;
  p->act_max = ones ? in_units(1, scale) : activation == Activation::kRelu6 ? in_units(6, scale) : 32767;
}

Result<nook_transpose_conv_s8> prepare_s8(const TransposeConv::Attrs& attrs, const NodeView& node,
                                          PrepareContext& context) {
  NOOK_TRY(check_types_s8(node, context));
  nook_transpose_conv_s8 p{};
  NOOK_TRY(prepare_shape(attrs, node, context, &p.shape));
  NOOK_TRY(check_bias(node, p.shape.out_c, DType::kS32, context));
  NOOK_TRY(check_channel_scales(node, p.shape.out_c, context));
  p.in_zero = node.inputs[0].zero_point, p.out_zero = node.outputs[0].zero_point;
  const RangeS8 range = activation_range_s8(attrs.activation, node.outputs[0]);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

Result<nook_transpose_conv_s16> prepare_s16(const TransposeConv::Attrs& attrs, const NodeView& node,
                                            PrepareContext& context) {
  const TensorInfo &x = node.inputs[0], &w = node.inputs[1], &bias = node.inputs[2], &y = node.outputs[0];
  NOOK_REQUIRE(x.type == DType::kS16 && w.type == DType::kS8 && y.type == DType::kS16, Code::kBadType);
  NOOK_TRY(check_symmetric_s16(x, 0, context));
  NOOK_TRY(check_symmetric_s16(y, kFirstOutput, context));
  NOOK_CHECK(context, !w.scales.empty(), Reason::kScaleCount, 1, 1, 0);
  nook_transpose_conv_s16 p{};
  NOOK_TRY(prepare_shape(attrs, node, context, &p.shape));
  const bool narrow = bias.type == DType::kS16 || bias.type == DType::kS32;
  const DType of_bias = narrow ? bias.type : DType::kS64;
  NOOK_TRY(check_bias(node, p.shape.out_c, of_bias, context));
  p.bias_bytes = size_of(of_bias);
  NOOK_TRY(check_channel_scales(node, p.shape.out_c, context));
  const size_t count = node.inputs[1].scales.size();
  for (size_t i = 0; i < count; ++i) {
    const auto scale = fixed_ratio(x.scale(), w.scales[i], y.scale());
    NOOK_CHECK(context, scale && scale->shift <= NOOK_MAX_SHIFT_S64, Reason::kScaleValue, 1, 0, i);
  }
  clamp_s16(attrs.activation, y.scale(), &p);
  return p;
}

Result<nook_transpose_conv_f32> prepare_f32(const TransposeConv::Attrs& attrs, const NodeView& node,
                                            PrepareContext& context) {
  for (int i = 0; i < 2; ++i)
    NOOK_REQUIRE(node.inputs[static_cast<size_t>(i)].type == DType::kF32, Code::kBadType);
  NOOK_REQUIRE(node.outputs[0].type == DType::kF32, Code::kBadType);
  nook_transpose_conv_f32 p{};
  NOOK_TRY(prepare_shape(attrs, node, context, &p.shape));
  NOOK_TRY(check_bias(node, p.shape.out_c, DType::kF32, context));
  const RangeF32 range = activation_range_f32(attrs.activation, node.largest);
  p.act_min = range.min, p.act_max = range.max;
  return p;
}

}  // namespace

NOOK_FORM_TABLE(TransposeConvS8, kS8)
NOOK_FORM_TABLE(TransposeConvS16, kS16)
NOOK_FORM_TABLE(TransposeConvF32, kF32)
Span<const RowInvoke> TransposeConvS8::row_kernels() { return kRowsS8; }
Span<const RowInvoke> TransposeConvS16::row_kernels() { return kRowsS16; }
Span<const RowInvoke> TransposeConvF32::row_kernels() { return kRowsF32; }

Result<TransposeConv::Attrs> TransposeConv::parse(const NodeView& node) {
  namespace field = fields::TransposeConvOptions;
  const uint8_t padding = node.options[field::padding];
  const uint8_t activation = node.options[field::fused_activation_function];
  NOOK_REQUIRE(padding <= 1, Code::kBadModel);
  Attrs attrs;
  attrs.padding.mode = static_cast<PadMode>(padding);
  attrs.stride_h = node.options[field::stride_h], attrs.stride_w = node.options[field::stride_w];
  attrs.activation = static_cast<Activation>(activation);
  return attrs;
}

Result<TransposeConvS8::Params> TransposeConvS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                         PrepareContext& context) {
  const size_t scales = node.inputs[0].scales.size();
  NOOK_CHECK(context, scales == 0 || node.inputs[2].type != DType::kS8, Reason::kScaleCount, 0, 0, scales);
  return as_in_model(prepare_s8(attrs, Operands(node).node, context), context);
}

Result<TransposeConvS16::Params> TransposeConvS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  const size_t scales = node.inputs[0].scales.size();
  NOOK_CHECK(context, scales == 0 || node.inputs[2].type != DType::kS16, Reason::kScaleCount, 0, 0, scales);
  return as_in_model(prepare_s16(attrs, Operands(node).node, context), context);
}

Result<TransposeConvF32::Params> TransposeConvF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  return as_in_model(prepare_f32(attrs, Operands(node).node, context), context);
}

void TransposeConvS8::fields(ParamsVisitor& f, const Params& p) {
  shape_fields(f, p.shape);
  f.value("in_zero", p.in_zero), f.value("out_zero", p.out_zero);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  f.table("multiplier", p.multiplier, p.shape.out_c), f.table("shift", p.shift, p.shape.out_c);
}

void TransposeConvS16::fields(ParamsVisitor& f, const Params& p) {
  shape_fields(f, p.shape);
  f.value("bias_bytes", p.bias_bytes), f.value("act_min", p.act_min), f.value("act_max", p.act_max);
  f.table("multiplier", p.multiplier, p.shape.out_c), f.table("shift", p.shift, p.shape.out_c);
}

void TransposeConvF32::fields(ParamsVisitor& f, const Params& p) {
  shape_fields(f, p.shape);
  f.value("act_min", p.act_min), f.value("act_max", p.act_max);
}

}  // namespace nook

NOOK_DEFINE_OP(TransposeConv, transpose_conv)
