#include "nook/ops/conv2d/conv2d_op.h"

#include "nook/model/fields.h"
#include "nook/ops/contract/define_op.h"
#include "nook/ops/conv2d/conv2d_fits.h"
#include "nook/ops/conv2d/conv2d_groups.h"
#include "nook/ops/prepare/convolution.h"
#include "nook/ops/prepare/overlap.h"

namespace nook {
namespace {

// Not worth its code in an interpreter, because it pays for few shapes.
bool if_compiled(const nook_conv2d_s8&) { return true; }
// Enough outputs to justify its code.
bool many_outputs_of_k9(const nook_conv2d_s8& p) { return int64_t{p.out_h} * p.out_w * p.out_c >= 1024; }

struct Weights {
  using Params = nook_conv2d_s8;
  static EightRange range(const Params& p) { return {p.out_zero, p.act_min}; }
  static int32_t outputs(const Params& p) { return p.out_c; }
  static int32_t depth(const Params& p) { return static_cast<int32_t>(inputs_of_window(p)); }
  static InputRows rows(const Params& p) { return {p.filter_h, p.filter_w * p.filter_c}; }
  static DotWeights weights(const Params& p, const void* const* in) { return conv2d_weights(p, in); }
};
struct K9Dsp {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows&, const EightRange&) {
    return k9_bytes(outputs);
  }
  static bool takes(const DotWeights& w, const EightRange& y) { return takes_k9(w, y.zero); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange& y, PackedBytes& to) {
    pack_k9(w, y.zero, to);
  }
};
struct K27Fpu {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows&, const EightRange&) {
    return k27_bytes(outputs);
  }
  static bool takes(const DotWeights& w, const EightRange& y) { return takes_k27(w, tiles(y)); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange& y, PackedBytes& to) {
    pack_k27(w, tiles(y), to);
  }
  static Tiles tiles(const EightRange& y) { return {INT32_MAX, y.zero, y.low}; }
};
// The constants of four outputs, kept in FPU registers.
template <const InputWords& words>
struct ProductsFpu {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows&, const EightRange&) {
    return products_bytes(outputs, words);
  }
  static bool takes(const DotWeights& w, const EightRange& y) { return takes_products(w, y.zero); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange& y, PackedBytes& to) {
    pack_products(w, words, y.zero, to);
  }
};
// 3x3 taps of the channels that the kernel supports.
template <auto size, auto fit, auto put>
struct WinogradTiles {
  static int64_t bytes(int32_t outputs, int32_t, const InputRows&, const EightRange&) {
    return size(outputs);
  }
  static bool takes(const DotWeights& w, const EightRange&) { return fit(w); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange&, PackedBytes& to) { put(w, to); }
};
using Winograd = WinogradTiles<winograd_bytes, takes_winograd, pack_winograd>;
using WinogradF23 = WinogradTiles<winograd_f23_bytes, takes_winograd_f23, pack_winograd_f23>;
// Vertically adjacent inputs in one word.
struct ColumnsMve {
  static int64_t bytes(int32_t outputs, int32_t depth, const InputRows& rows, const EightRange&) {
    return eight_bytes_mve(outputs, column_depth(depth, rows.rows));
  }
  static bool takes(const DotWeights& w, const EightRange&) { return takes_eight_mve(w); }
  static void pack(const DotWeights& w, const InputRows& rows, const EightRange&, PackedBytes& to) {
    pack_columns_mve(w, rows.rows, to);
  }
};

struct Tiles3x4 {
  static int64_t bytes(int32_t outputs, int32_t depth, const InputRows&, const EightRange&) {
    return bytes_3x4(outputs, depth);
  }
  static bool takes(const DotWeights& w, const EightRange& y) { return takes_3x4(w, y.zero); }
  static void pack(const DotWeights& w, const InputRows&, const EightRange& y, PackedBytes& to) {
    pack_3x4(w, y.zero, to);
  }
};

using Worth = bool (*)(const nook_conv2d_s8&);
template <class Layout>
constexpr Packing<nook_conv2d_s8> packed(Worth worth = nullptr) {
  return packing_of<InLayout, Weights, Layout>(worth);
}
template <class Layout>
constexpr Packing<nook_conv2d_s8> in_groups(Worth worth = nullptr) {
  return packing_of<InGroups, Weights, Layout>(worth);
}

inline constexpr auto eight_outputs = packed<layouts::EightDsp>();
inline constexpr auto k16 = packed<layouts::K16Dsp>();
inline constexpr auto k16_relu = packed<layouts::K16ReluDsp>(if_compiled);
inline constexpr auto w16 = packed<layouts::W16Dsp>(if_compiled);
inline constexpr auto gather_tiles = packed<layouts::GatherTilesDsp>(if_compiled);
inline constexpr auto k9_stream = packed<K9Dsp>(many_outputs_of_k9);
inline constexpr auto k27_stream = packed<K27Fpu>(if_compiled);
inline constexpr auto k8_stream = packed<ProductsFpu<kWordsOfK8>>(if_compiled);
inline constexpr auto k9_products = packed<ProductsFpu<kWordsOfK9>>(if_compiled);
inline constexpr auto tiles_3x4 = packed<Tiles3x4>(if_compiled);
inline constexpr auto winograd = packed<Winograd>(if_compiled);
inline constexpr auto winograd_f23 = packed<WinogradF23>(if_compiled);
inline constexpr auto eight_outputs_mve = packed<layouts::EightMve>();
inline constexpr auto columns_mve = packed<ColumnsMve>();
inline constexpr auto eight_vnni = packed<layouts::EightVnni>();
inline constexpr auto eight_avx2 = packed<layouts::EightAvx2>();
inline constexpr auto two_outputs = packed<layouts::Two>();
inline constexpr auto four_thumb1 = packed<layouts::FourThumb1>();
inline constexpr auto eight_rv32 = packed<layouts::EightRv32>();
inline constexpr auto groups_of_eight = in_groups<layouts::EightDsp>(if_compiled);
inline constexpr auto groups_mve = in_groups<layouts::EightMve>(if_compiled);
inline constexpr auto groups_of_two = in_groups<layouts::Two>();

int32_t stream_bytes_2x4(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(bytes_2x4(p.out_c, static_cast<int32_t>(inputs_of_window(p))));
}
bool takes_stream_2x4(const nook_conv2d_s8& p, const void* const* in) {
  return takes_2x4(conv2d_weights(p, in));
}
void pack_stream_2x4(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_2x4(conv2d_weights(p, in), {part_2x4(p), p.out_zero, p.act_min}, to);
}
bool takes_hidden_2x4(const nook_conv2d_s8& p, const void* const* in) {
  return takes_stream_2x4(p, in) && all_hidden_2x4(conv2d_weights(p, in), {p.in_c, p.out_zero, p.act_min});
}
inline constexpr Packing<nook_conv2d_s8> tiles_2x4{stream_bytes_2x4, pack_stream_2x4, takes_stream_2x4,
                                                   if_compiled};
inline constexpr Packing<nook_conv2d_s8> hidden_2x4{stream_bytes_2x4, pack_stream_2x4, takes_hidden_2x4,
                                                    if_compiled};

int32_t bytes_of_neighbours(const nook_conv2d_s8& p) {
  return static_cast<int32_t>(neighbours_bytes(p.out_c, p.in_c));
}
void pack_stream_of_neighbours(const nook_conv2d_s8& p, const void* const* in, PackedBytes& to) {
  pack_neighbours(conv2d_weights(p, in), p.out_zero, to);
}
inline constexpr Packing<nook_conv2d_s8> neighbours{bytes_of_neighbours, pack_stream_of_neighbours,
                                                    takes_hidden_2x4, if_compiled};

#define NOOK_KERNEL(...) NOOK_FITS_ROW(Conv2DS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/conv2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kUnpackedS8 = unpacked(kS8);
constexpr auto kFastS8 = fast(kS8);
constexpr auto kInterpretedS8 = reference(kS8);
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

#define NOOK_KERNEL(...) NOOK_FITS_ROW(Conv2DF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/conv2d/f32.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, ...) linked_row<Conv2DF32, isa, symbol##_row>(),
constexpr RowInvoke kRowsF32[] = {
#include "nook/ops/conv2d/f32.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastF32 = fast(kF32);
constexpr auto kFastRowsF32 = fast(kF32, kRowsF32);
constexpr auto kInterpretedF32 = reference(kF32);

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
Span<const Kernel> Conv2DS8::interpreted_kernels() { return {kInterpretedS8.rows, kInterpretedS8.count}; }
Span<const Kernel> Conv2DS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const Kernel> Conv2DS8::unpacked_kernels() { return {kUnpackedS8.rows, kUnpackedS8.count}; }
Span<const Kernel> Conv2DS4::kernels() { return kS4; }
Span<const Kernel> Conv2DHybrid::kernels() { return kHybrid; }
NOOK_FORM_KERNEL(nook_conv2d_shifted_ref, disjoint, Conv2DShifted)
Span<const RowInvoke> Conv2DS4::row_kernels() { return kRowsS4; }
Span<const Kernel> Conv2DF32::kernels() { return kF32; }
Span<const Kernel> Conv2DF32::interpreted_kernels() { return {kInterpretedF32.rows, kInterpretedF32.count}; }
Span<const Kernel> Conv2DF32::fast_kernels() { return {kFastF32.rows, kFastF32.count}; }
Span<const RowInvoke> Conv2DF32::row_kernels() { return {kFastRowsF32.rows, kFastF32.count}; }

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
  return prepare_convolution_shifted<Params>(attrs, node, context, prepare_geometry<Params>);
}

}  // namespace nook

NOOK_DEFINE_OP(Conv2D, conv2d)
