#include "nook/ops/signal_rfft/signal_rfft_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(SignalRfftS16, nook_signal_rfft_s16_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(SignalRfftS32, nook_signal_rfft_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(SignalRfftF32, nook_signal_rfft_f32_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> SignalRfft::kernels(int16_t) { return kS16; }
Span<const Kernel> SignalRfft::kernels(int32_t) { return kS32; }
Span<const Kernel> SignalRfft::kernels(float) { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(SignalRfft, signal_rfft)
