#include "nook/ops/max_pool2d/max_pool2d_op.h"

#include "nook/ops/contract/define_op.h"

namespace nook {
namespace {

// At least four channels.
template <class Params>
bool fours(const Params& p) {
  return p.in_c >= 4;
}

#define NOOK_KERNEL(...) NOOK_KERNEL_ROW(MaxPool2DS8, __VA_ARGS__)
constexpr KernelEntry kS8[] = {
#include "nook/ops/contract/kernel_table.h"
#include "nook/ops/max_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastS8 = fast(kS8);
constexpr auto kInterpretedS8 = reference(kS8);
#define NOOK_KERNEL(symbol, isa, ...) linked_row<MaxPool2DS8, isa, symbol##_row>(),
constexpr RowInvoke kRowsS8[] = {
#include "nook/ops/max_pool2d/s8.inc"
};
#undef NOOK_KERNEL
constexpr auto kFastRowsS8 = fast(kS8, kRowsS8);

constexpr RowInvoke kRowsF32[] = {linked_row<MaxPool2DF32, kRef, nook_max_pool2d_f32_ref_row>()};

constexpr RowInvoke kRowsS16[] = {linked_row<MaxPool2DS16, kRef, nook_max_pool2d_s16_ref_row>()};

}  // namespace

NOOK_FORM_KERNEL(nook_max_pool2d_s16_ref, disjoint, MaxPool2DS16)
Span<const RowInvoke> MaxPool2DS16::row_kernels() { return kRowsS16; }
Span<const KernelEntry> MaxPool2DS8::kernels() { return kS8; }
Span<const KernelEntry> MaxPool2DS8::interpreted_kernels() {
  return {kInterpretedS8.rows, kInterpretedS8.count};
}
Span<const KernelEntry> MaxPool2DS8::fast_kernels() { return {kFastS8.rows, kFastS8.count}; }
Span<const RowInvoke> MaxPool2DS8::row_kernels() { return {kFastRowsS8.rows, kFastS8.count}; }
NOOK_FORM_KERNEL(nook_max_pool2d_f32_ref, disjoint, MaxPool2DF32)
Span<const RowInvoke> MaxPool2DF32::row_kernels() { return kRowsF32; }

}  // namespace nook

NOOK_DEFINE_OP(MaxPool2D, max_pool2d)
