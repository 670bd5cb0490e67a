#include "nook/ops/average_pool2d/average_pool2d_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// At least four channels, and windows of at most this many taps.
template <int32_t most_taps, class Params>
bool fours(const Params& p) {
  return p.in_c >= 4 && p.filter_w <= most_taps / p.filter_h;
}
// The sum of this many bytes fits 16 bits.
template <class Params>
bool sums_in_16(const Params& p) {
  return fours<256>(p);
}
// The product of the sum of this many bytes and the factor of the mean fits 32 bits.
template <class Params>
bool means_in_32(const Params& p) {
  return fours<181>(p);
}

// The sums of a window fit 16 bits.
template <class Params>
bool less_than_256(const Params& p) {
  return p.filter_w <= 255 / p.filter_h;
}

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(AveragePool2DS8, __VA_ARGS__)
constexpr KernelEntry kS8[] = {
#include "nook/ops/average_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);
constexpr auto kInterpretedS8 = reference(kS8);
#define NOOK_KERNEL(symbol, isa, ...) linked_row<AveragePool2DS8, isa, symbol##_row>(),
constexpr RowInvoke kRowsS8[] = {
#include "nook/ops/average_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastRowsS8 = fast(kS8, kRowsS8);
#define NOOK_KERNEL(symbol, isa, ...) \
  linked_sums<AveragePool2DS8, isa, symbol##_accumulate, symbol##_finish>(),
constexpr RowInvoke kSumsS8[] = {
#include "nook/ops/average_pool2d/s8.inc"
#include "nook/ops/contract/kernel_table.h"
};
#undef NOOK_KERNEL
constexpr auto kFastSumsS8 = fast(kS8, kSumsS8);

constexpr RowInvoke kRowsF32[] = {linked_row<AveragePool2DF32, kRef, nook_average_pool2d_f32_ref_row>()};
constexpr RowInvoke kSumsF32[] = {linked_sums<AveragePool2DF32, kRef, nook_average_pool2d_f32_ref_accumulate,
                                              nook_average_pool2d_f32_ref_finish>()};

constexpr RowInvoke kRowsS16[] = {linked_row<AveragePool2DS16, kRef, nook_average_pool2d_s16_ref_row>()};

}  // namespace

NOOK_FORM_KERNEL(nook_average_pool2d_s16_ref, disjoint, AveragePool2DS16)
Span<const RowInvoke> AveragePool2DS16::row_kernels() { return kRowsS16; }
Span<const KernelEntry> AveragePool2DS8::kernels() { return kS8; }
Span<const KernelEntry> AveragePool2DS8::interpreted_kernels() {
  return {kInterpretedS8.rows, kInterpretedS8.count};
}
Span<const KernelEntry> AveragePool2DS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const RowInvoke> AveragePool2DS8::row_kernels() { return {kFastRowsS8.rows, kFastS8.count}; }
Span<const RowInvoke> AveragePool2DS8::sum_kernels() { return {kFastSumsS8.rows, kFastS8.count}; }
NOOK_FORM_KERNEL(nook_average_pool2d_f32_ref, disjoint, AveragePool2DF32)
Span<const RowInvoke> AveragePool2DF32::row_kernels() { return kRowsF32; }
Span<const RowInvoke> AveragePool2DF32::sum_kernels() { return kSumsF32; }

}  // namespace nook

NOOK_DEFINE_OP(AveragePool2D, average_pool2d)
