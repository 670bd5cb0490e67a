#include "nook/ops/signal_irfft/signal_irfft_op.h"

#include "nook/ops/define_op.h"

namespace nook {
namespace {

constexpr Kernel kS16[] = {
    NOOK_KERNEL_ROW(SignalIrfftS16, nook_signal_irfft_s16_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kS32[] = {
    NOOK_KERNEL_ROW(SignalIrfftS32, nook_signal_irfft_s32_ref, kRef, always, no_scratch, disjoint, as_is)};
constexpr Kernel kF32[] = {
    NOOK_KERNEL_ROW(SignalIrfftF32, nook_signal_irfft_f32_ref, kRef, always, no_scratch, disjoint, as_is)};

}  // namespace

Span<const Kernel> SignalIrfft::kernels(int16_t) { return kS16; }
Span<const Kernel> SignalIrfft::kernels(int32_t) { return kS32; }
Span<const Kernel> SignalIrfft::kernels(float) { return kF32; }

}  // namespace nook

NOOK_DEFINE_OP(SignalIrfft, signal_irfft)
