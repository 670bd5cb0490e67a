#include "nook/ops/average_pool2d/average_pool2d_op.h"

#include "nook/ops/define_op.h"
#include "nook/ops/shared/pooling.h"

namespace nook {
namespace {

// Four channels and more, and windows of at most so many taps.
template <int32_t most_taps, class Params>
bool fours(const Params& p) {
  return p.in_c >= 4 && p.filter_w <= most_taps / p.filter_h;
}
// The sum of so many bytes has 16 bits.
template <class Params>
bool sums_in_16(const Params& p) {
  return fours<256>(p);
}
// The product of the sum of so many bytes and the factor that makes it a mean has 32.
template <class Params>
bool means_in_32(const Params& p) {
  return fours<181>(p);
}

// Sums of a window in 16 bits.
template <class Params>
bool less_than_256(const Params& p) {
  return p.filter_w <= 255 / p.filter_h;
}

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(AveragePool2DS8, __VA_ARGS__)
constexpr Kernel kS8[] = {
#include "nook/ops/average_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);
#define NOOK_KERNEL(symbol, isa, ...) linked_row<AveragePool2DS8, isa, symbol##_row>(),
constexpr RowInvoke kRowsS8[] = {
#include "nook/ops/average_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastRowsS8 = fast(kS8, kRowsS8);
#define NOOK_KERNEL(symbol, isa, ...) linked_sums<AveragePool2DS8, isa, symbol##_take, symbol##_give>(),
constexpr RowInvoke kSumsS8[] = {
#include "nook/ops/average_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastSumsS8 = fast(kS8, kSumsS8);

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(AveragePool2DF32, __VA_ARGS__)
constexpr Kernel kF32[] = {
#include "nook/ops/average_pool2d/f32.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, ...) linked_row<AveragePool2DF32, isa, symbol##_row>(),
constexpr RowInvoke kRowsF32[] = {
#include "nook/ops/average_pool2d/f32.inc"
};
#undef NOOK_KERNEL
#define NOOK_KERNEL(symbol, isa, ...) linked_sums<AveragePool2DF32, isa, symbol##_take, symbol##_give>(),
constexpr RowInvoke kSumsF32[] = {
#include "nook/ops/average_pool2d/f32.inc"
};
#undef NOOK_KERNEL

constexpr Kernel kS16[] = {NOOK_KERNEL_ROW(AveragePool2DS16, nook_average_pool2d_s16_ref, kRef, always,
                                           no_scratch, disjoint, as_is)};
constexpr RowInvoke kRowsS16[] = {linked_row<AveragePool2DS16, kRef, nook_average_pool2d_s16_ref_row>()};

}  // namespace

Span<const Kernel> AveragePool2DS16::kernels() { return kS16; }
Span<const RowInvoke> AveragePool2DS16::row_kernels() { return kRowsS16; }
Span<const Kernel> AveragePool2DS8::kernels() { return kS8; }
Span<const Kernel> AveragePool2DS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const RowInvoke> AveragePool2DS8::row_kernels() { return {kFastRowsS8.rows, kFastS8.count}; }
Span<const RowInvoke> AveragePool2DS8::sum_kernels() { return {kFastSumsS8.rows, kFastS8.count}; }
Span<const Kernel> AveragePool2DF32::kernels() { return kF32; }
Span<const RowInvoke> AveragePool2DF32::row_kernels() { return kRowsF32; }
Span<const RowInvoke> AveragePool2DF32::sum_kernels() { return kSumsF32; }

Result<AveragePool2D::Attrs> AveragePool2D::parse(const NodeView& node) { return parse_pool<Attrs>(node); }

Result<AveragePool2DS8::Params> AveragePool2DS8::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                         PrepareContext& context) {
  return prepare_pool_s8<Params>(attrs, node, context);
}

Result<AveragePool2DS16::Params> AveragePool2DS16::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  return prepare_pool_quantized<Params>(attrs, DType::kS16, node, context);
}

Result<AveragePool2DF32::Params> AveragePool2DF32::prepare(const Op::Attrs& attrs, const NodeView& node,
                                                           PrepareContext& context) {
  return prepare_pool_f32<Params>(attrs, node, context);
}

}  // namespace nook

NOOK_DEFINE_OP(AveragePool2D, average_pool2d)
