#include "nook/ops/conv2d/conv2d_op.h"

#include "nook/model/fields.h"
#include "nook/ops/conv2d/conv2d_accepts.h"
#include "nook/ops/conv2d/conv2d_groups.h"
#include "nook/ops/define_op.h"
#include "nook/ops/shared/convolution.h"
#include "nook/ops/shared/overlap.h"

namespace nook {
namespace {

// What pays for few shapes, and not in an interpreter.
bool if_compiled(const nook_conv2d_s8&) { return true; }

EightRange range_of(const nook_conv2d_s8& p) { return {p.out_zero, p.act_min}; }
int32_t stream_bytes(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(eight_bytes(p.out_c, static_cast<int32_t>(inputs_of_window(p)), range_of(p)));
}
bool takes_stream(const nook_conv2d_s8& p, const void* const* in) {
  return takes_eight(conv2d_weights(p, in));
}
void pack_stream(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_eight(conv2d_weights(p, in), range_of(p), to);
}
template <class Params>
inline constexpr Packing<Params> eight_outputs{stream_bytes, pack_stream, takes_stream};

InputRows rows_of(const nook_conv2d_s8& p) { return {p.filter_h, p.filter_w * p.filter_c}; }
int32_t stream_bytes_few(const nook_conv2d_s8& p) { return short_bytes(p.out_c, rows_of(p)); }
bool takes_stream_few(const nook_conv2d_s8& p, const void* const* in) {
  return takes_short(conv2d_weights(p, in));
}
void pack_stream_few(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_short(conv2d_weights(p, in), rows_of(p), p.out_zero, to);
}
template <class Params>
inline constexpr Packing<Params> few_inputs{stream_bytes_few, pack_stream_few, takes_stream_few};

int32_t stream_bytes_wide(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(wide_bytes(p.out_c, rows_of(p)));
}
bool takes_stream_wide(const nook_conv2d_s8& p, const void* const* in) {
  return takes_wide(conv2d_weights(p, in), p.out_zero);
}
void pack_stream_wide(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_wide(conv2d_weights(p, in), rows_of(p), p.out_zero, to);
}
template <class Params>
inline constexpr Packing<Params> wide_inputs{stream_bytes_wide, pack_stream_wide, takes_stream_wide,
                                             if_compiled};

int32_t stream_bytes_2x4(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(bytes_2x4(p.out_c, static_cast<int32_t>(inputs_of_window(p))));
}
bool takes_stream_2x4(const nook_conv2d_s8& p, const void* const* in) {
  return takes_2x4(conv2d_weights(p, in));
}
void pack_stream_2x4(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_2x4(conv2d_weights(p, in), {part_2x4(p), p.out_zero, p.act_min}, to);
}
template <class Params>
inline constexpr Packing<Params> tiles_2x4{stream_bytes_2x4, pack_stream_2x4, takes_stream_2x4, if_compiled};

int32_t stream_bytes_winograd(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(winograd_bytes(p.out_c));
}
bool takes_stream_winograd(const nook_conv2d_s8& p, const void* const* in) {
  return takes_winograd(conv2d_weights(p, in));
}
void pack_stream_winograd(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_winograd(conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> winograd{stream_bytes_winograd, pack_stream_winograd, takes_stream_winograd,
                                          if_compiled};

int32_t stream_bytes_once(const nook_conv2d_s8& p) { return short_once_bytes(p.out_c, rows_of(p)); }
bool takes_stream_once(const nook_conv2d_s8& p, const void* const* in) {
  return takes_short_once(conv2d_weights(p, in));
}
void pack_stream_once(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_short_once(conv2d_weights(p, in), rows_of(p), p.out_zero, to);
}
template <class Params>
inline constexpr Packing<Params> few_once{stream_bytes_once, pack_stream_once, takes_stream_once,
                                          if_compiled};

int32_t stream_bytes_mve(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(eight_bytes_mve(p.out_c, static_cast<int32_t>(inputs_of_window(p))));
}
bool takes_stream_mve(const nook_conv2d_s8& p, const void* const* in) {
  return takes_eight_mve(conv2d_weights(p, in));
}
void pack_stream_mve(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_eight_mve(conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> eight_outputs_mve{stream_bytes_mve, pack_stream_mve, takes_stream_mve};

int32_t stream_bytes_columns(const nook_conv2d_s8& p) {
  const int32_t depth = column_depth(static_cast<int32_t>(inputs_of_window(p)), p.filter_h);
  return static_cast<int32_t>(eight_bytes_mve(p.out_c, depth));
}
void pack_stream_columns(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_columns_mve(conv2d_weights(p, in), p.filter_h, to);
}
template <class Params>
inline constexpr Packing<Params> columns_mve{stream_bytes_columns, pack_stream_columns, takes_stream_mve};

int32_t stream_bytes_avx2(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(eight_bytes_avx2(p.out_c, static_cast<int32_t>(inputs_of_window(p))));
}
bool takes_stream_avx2(const nook_conv2d_s8& p, const void* const* in) {
  return takes_eight_avx2(conv2d_weights(p, in));
}
void pack_stream_avx2(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_eight_avx2(conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> eight_avx2{stream_bytes_avx2, pack_stream_avx2, takes_stream_avx2};

int32_t stream_bytes_two(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(two_bytes(p.out_c, static_cast<int32_t>(inputs_of_window(p))));
}
void pack_stream_two(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_two(conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> two_outputs{stream_bytes_two, pack_stream_two};

bool takes_stream_thumb1(const nook_conv2d_s8& p, const void* const* in) {
  return takes_four_thumb1(conv2d_weights(p, in));
}
void pack_stream_thumb1(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_four_thumb1(conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> four_thumb1{stream_bytes_two, pack_stream_thumb1, takes_stream_thumb1};

int32_t stream_bytes_rv32(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(eight_bytes_rv32(p.out_c, static_cast<int32_t>(inputs_of_window(p))));
}
bool takes_stream_rv32(const nook_conv2d_s8& p, const void* const* in) {
  return takes_eight_rv32(conv2d_weights(p, in));
}
void pack_stream_rv32(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_eight_rv32(conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> eight_rv32{stream_bytes_rv32, pack_stream_rv32, takes_stream_rv32};

struct EightDsp {
  static int64_t bytes(const nook_conv2d_s8& p, int32_t outputs, int32_t depth) {
    return eight_bytes(outputs, depth, range_of(p));
  }
  static bool takes(const DotWeights& weights) { return takes_eight(weights); }
  static void pack(const nook_conv2d_s8& p, const DotWeights& weights, PackedBytes& to) {
    pack_eight(weights, range_of(p), to);
  }
};
struct EightMve {
  static int64_t bytes(const nook_conv2d_s8&, int32_t outputs, int32_t depth) {
    return eight_bytes_mve(outputs, depth);
  }
  static bool takes(const DotWeights& weights) { return takes_eight_mve(weights); }
  static void pack(const nook_conv2d_s8&, const DotWeights& weights, PackedBytes& to) {
    pack_eight_mve(weights, to);
  }
};
struct Two {
  static int64_t bytes(const nook_conv2d_s8&, int32_t outputs, int32_t depth) {
    return two_bytes(outputs, depth);
  }
  static bool takes(const DotWeights&) { return true; }
  static void pack(const nook_conv2d_s8&, const DotWeights& weights, PackedBytes& to) {
    pack_two(weights, to);
  }
};
int32_t bytes_of_groups_eight(const nook_conv2d_s8& p) { return GroupStreams<EightDsp>::size(p); }
bool takes_groups_eight(const nook_conv2d_s8& p, const void* const* in) {
  return GroupStreams<EightDsp>::takes_all(p, conv2d_weights(p, in));
}
void pack_groups_eight(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  GroupStreams<EightDsp>::pack_all(p, conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> groups_of_eight{bytes_of_groups_eight, pack_groups_eight, takes_groups_eight,
                                                 if_compiled};

int32_t bytes_of_groups_mve(const nook_conv2d_s8& p) { return GroupStreams<EightMve>::size(p); }
bool takes_groups_mve(const nook_conv2d_s8& p, const void* const* in) {
  return GroupStreams<EightMve>::takes_all(p, conv2d_weights(p, in));
}
void pack_groups_mve(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  GroupStreams<EightMve>::pack_all(p, conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> groups_mve{bytes_of_groups_mve, pack_groups_mve, takes_groups_mve,
                                            if_compiled};

int32_t bytes_of_groups_two(const nook_conv2d_s8& p) { return GroupStreams<Two>::size(p); }
bool takes_groups_two(const nook_conv2d_s8& p, const void* const* in) {
  return GroupStreams<Two>::takes_all(p, conv2d_weights(p, in));
}
void pack_groups_two(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  GroupStreams<Two>::pack_all(p, conv2d_weights(p, in), to);
}
template <class Params>
inline constexpr Packing<Params> groups_of_two{bytes_of_groups_two, pack_groups_two, takes_groups_two};

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(Conv2DS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/conv2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kUnpackedS8 = unpacked(kS8);
constexpr auto kFastS8 = fast(kS8);
#define NOOK_KERNEL(symbol, isa, ...) linked_row<Conv2DS8, isa, symbol##_row>(),
constexpr RowInvoke kRowsS8[] = {
#include "nook/ops/conv2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastRowsS8 = fast(kS8, kRowsS8);

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(Conv2DS4, __VA_ARGS__)
constexpr Kernel kS4[] = {
#include "nook/ops/conv2d/s4.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, ...) linked_row<Conv2DS4, isa, symbol##_row>(),
constexpr RowInvoke kRowsS4[] = {
#include "nook/ops/conv2d/s4.inc"
};
#undef NOOK_KERNEL

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(Conv2DF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/conv2d/f32.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, ...) linked_row<Conv2DF32, isa, symbol##_row>(),
constexpr RowInvoke kRowsF32[] = {
#include "nook/ops/conv2d/f32.inc"
};
#undef NOOK_KERNEL

constexpr Kernel kShifted[] = {
    NOOK_KERNEL_ROW(Conv2DShifted, nook_conv2d_shifted_ref, kRef, always, no_scratch, disjoint, as_is)};
// Of bytes that are made of floats.
template <class Params>
int32_t one_image(const Params& p) {
  return p.in_h * p.in_w * p.in_c;
}
constexpr Kernel kHybrid[] = {
    NOOK_KERNEL_ROW(Conv2DHybrid, nook_conv2d_hybrid_ref, kRef, always, one_image, disjoint, as_is)};

// The part of Params that does not depend on the element type; checks every shape.
template <class Params>
Code prepare_geometry(const ConvolutionAttrs& attrs, const NodeView& node, PrepareContext& context,
                      Params* p) {
  NOOK_TRY(prepare_image(node, context, p));
  const Shape& w = node.inputs[1].shape;
  NOOK_CHECK(context, w.rank == 4, Reason::kRank, 1, 4, w.rank);
  NOOK_CHECK(context, w.elements() > 0, Reason::kElements, 1, 1, 0);
  p->out_c = w.dim[0], p->filter_h = w.dim[1], p->filter_w = w.dim[2], p->filter_c = w.dim[3];
  NOOK_CHECK(context, p->in_c % p->filter_c == 0, Reason::kChannels, 1, p->in_c, p->filter_c);
  const int32_t groups = p->in_c / p->filter_c;
  NOOK_CHECK(context, groups > 0 && p->out_c % groups == 0, Reason::kChannels, 1, groups, p->out_c);
  return prepare_convolution(attrs, node, context, p);
}

}  // namespace

Span<const Kernel> Conv2DS8::kernels() { return kS8; }
Span<const RowInvoke> Conv2DS8::row_kernels() { return {kFastRowsS8.rows, kFastS8.count}; }
Span<const Kernel> Conv2DS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const Kernel> Conv2DS8::unpacked_kernels() { return {kUnpackedS8.rows, kUnpackedS8.count}; }
Span<const Kernel> Conv2DS4::kernels() { return kS4; }
Span<const Kernel> Conv2DHybrid::kernels() { return kHybrid; }
Span<const Kernel> Conv2DShifted::kernels() { return kShifted; }
Span<const RowInvoke> Conv2DS4::row_kernels() { return kRowsS4; }
Span<const Kernel> Conv2DF32::kernels() { return kF32; }
Span<const RowInvoke> Conv2DF32::row_kernels() { return kRowsF32; }

Result<Conv2D::Attrs> Conv2D::parse(const NodeView& node) {
  namespace field = fields::Conv2DOptions;
  Attrs attrs;
  const uint8_t padding = node.options[field::padding];
  const uint8_t activation = node.options[field::fused_activation_function];
  NOOK_REQUIRE(padding <= 1, Code::kBadModel);
  attrs.padding.mode = static_cast<PadMode>(padding);
  attrs.activation = static_cast<Activation>(activation);
  attrs.stride_h = node.options[field::stride_h], attrs.stride_w = node.options[field::stride_w];
  attrs.dilation_h = node.options[field::dilation_h_factor];
  attrs.dilation_w = node.options[field::dilation_w_factor];
  attrs.bias_type = bias_type(node.options[field::quantized_bias_type]);
  return attrs;
}

Result<Conv2DS8::Params> Conv2DS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                           PrepareContext& context) {
  NOOK_REQUIRE(!is_shifted(node.inputs[1]), Code::kBadType);
  return prepare_convolution_s8<Params>(attrs, node, context, prepare_geometry<Params>);
}

Result<Conv2DS4::Params> Conv2DS4::prepare(const Op::Attrs& attrs, const NodeView& node,
                                           PrepareContext& context) {
  return prepare_convolution_s8<Params>(attrs, node, context, prepare_geometry<Params>, DType::kS4);
}

Result<Conv2DS16::Params> Conv2DS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  return prepare_convolution_s16<Params>(attrs, DType::kS64, node, context, prepare_geometry<Params>);
}

Result<Conv2DS16Sum32::Params> Conv2DS16Sum32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                       PrepareContext& context) {
  return prepare_convolution_s16<Params>(attrs, DType::kS32, node, context, prepare_geometry<Params>);
}

Result<Conv2DF32::Params> Conv2DF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                             PrepareContext& context) {
  return prepare_convolution_f32<Params>(attrs, node, context, prepare_geometry<Params>);
}

Result<Conv2DHybrid::Params> Conv2DHybrid::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                   PrepareContext& context) {
  return prepare_convolution_hybrid<Params>(attrs, node, context, prepare_geometry<Params>);
}

Result<Conv2DShifted::Params> Conv2DShifted::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                     PrepareContext& context) {
  NOOK_REQUIRE(is_shifted(node.inputs[1]), Code::kBadType);
  const WithoutShift without(node);
  auto prepared = prepare_convolution_s8<Params>(attrs, without.node(), context, prepare_geometry<Params>);
  NOOK_REQUIRE(prepared, prepared.code());
  Params p = *prepared;
  p.w_zero = node.inputs[1].zero_point;
  return p;
}

}  // namespace nook

NOOK_DEFINE_OP(Conv2D, conv2d)
